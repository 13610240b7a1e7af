"""A JupyterHub in a fresh Debian, set up as docs/jupyterhub.md says, that leaves nothing behind.

The machine is the root of a minimal Debian in separate namespaces, below an overlay. Accounts,
programs and ports are real there, and disappear with the last process. Debian and what pip and npm
install are stored in a cache folder, so each is fetched once.

Entry points: `installed`, `steps_of`, `Machine`.
"""

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from nbjudge_testing.git_files import files_in_git
from nbjudge_testing.paths import PACKAGES, ROOT
from nbjudge_testing.sample_course import make_sample_course

PAGE = ROOT / "docs" / "jupyterhub.md"
# The folders on this machine for the placeholders of the page.
PLACES = {
    "/path/to/clone/packages/nbisolate": "/srv/nbisolate",
    "/path/to/clone/packages/nbjudge": "/srv/nbjudge",
    "/path/to/course": "/srv/course101",
}
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"), "nbjudge-hub")
FETCHED = ("opt", "usr")  # the folders into which the page installs programs
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
SUITE = platform.freedesktop_os_release().get("VERSION_CODENAME", "bookworm")
NEW = ("home", "srv", "tmp")
DEBIAN = "debian"  # the folder of the cache with Debian and the page's packages
# The PATH of a login shell.
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
MOST_ASKED = 10  # password prompts of the commands of one block
FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.M | re.S)


@dataclass(frozen=True)
class Step:
    """A code block of the page: commands to type, or the content of a file.

    `heading` is the heading of its section, and `said` the paragraph before it. If `language` is
    not `sh`, `text` is the content of `file`.
    """

    heading: str
    said: str
    language: str
    text: str

    @property
    def user(self) -> str:
        return "teach" if re.search(r"\b[Aa]s `teach`", self.said) else "root"

    @property
    def file(self) -> str:
        """The path at the end of the paragraph before the block."""
        found = re.search(r"`([~/][^`]*)`:$", self.said)
        assert found, f"the page does not say where this goes: {self.text}"
        return found[1]


def steps_of(*headings: str) -> list[Step]:
    """Return the code blocks of some sections of the page, in order."""
    steps = []
    for section in re.split(r"^## ", PAGE.read_text(), flags=re.M)[1:]:
        heading, _, body = section.partition("\n")
        for block in FENCE.finditer(body):
            before = re.sub(FENCE, "", body[: block.start()]).rstrip()
            said = re.split(r"\n\n|^\d\. ", before, flags=re.M)[-1]
            text = re.sub(rf"^{block[1]}", "", block[3], flags=re.M)
            steps.append(Step(heading, " ".join(said.split()), block[2], text))
    return [step for step in steps if step.heading in headings]


class Machine:
    """A copy of this machine in namespaces, whose changes are discarded when it is closed.

    `cache` has earlier downloads; with `keep`, new ones are added to it.
    """

    def __init__(self, cache: Path, *, keep: bool) -> None:
        root, lower = Path("/mnt/root"), cache / DEBIAN
        script = ["set -e", "mount -t tmpfs tmpfs /mnt", f"mkdir {root}"]
        for name in ("", *FETCHED):
            own = (cache if keep and name else Path("/mnt")) / f"changed-{name}"
            below = f"{cache / f'changed-{name}' / 'up'}:" if name and not keep else ""
            layer = f"lowerdir={below}{lower / name},upperdir={own}/up,workdir={own}/work"
            script += [
                f"mkdir -p {own}/up {own}/work",
                f"chmod --reference={lower / name} {own}/up",
                f"mount -t overlay overlay -o {layer} {root / name}",
            ]
        # On an overlay of two file systems, a file seems to be on another one than its folder.
        for name in NEW:
            mode = 1777 if name == "tmp" else 755
            script.append(f"mount -t tmpfs -o mode={mode} tmpfs {root / name}")
        script += [
            f"cp -L /etc/resolv.conf /etc/hosts {root}/etc",
            # This machine's network may need certificates of its own.
            f"cp -L {CERTIFICATES} {root}{CERTIFICATES}",
            f"mount -t proc proc {root}/proc",
            f"mount --rbind /dev {root}/dev",
            f"mount --rbind /sys {root}/sys",
            "ip link set lo up",
            f"cd {root}",
            "pivot_root . mnt",
            "umount --lazy /mnt",
            "echo ready",
            "exec cat",
        ]
        self.process = subprocess.Popen(
            [
                *("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"),
                *("--mount-proc", "sh", "-c", "\n".join(script)),
            ],
            stdin=subprocess.PIPE,  # it ends when this pipe closes, even if this process is killed
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        (self.pid,) = children.read_text().split()

    def close(self) -> None:
        """End all processes of the machine, which discards all changes."""
        self.process.kill()
        self.process.wait()

    def enter(self, user: str = "root", *, network: bool = False) -> list[str]:
        """Return the prefix that runs a command on the machine, with the real network if asked."""
        own = ["--net"] if not network else []
        return [
            *("nsenter", "--target", self.pid, "--mount", "--pid", *own),
            *("env", "-i", f"PATH={PATH}", *_proxies(network)),
            *(["HOME=/root"] if user == "root" else ["runuser", "--login", user]),
            *(["sh"] if user == "root" else []),
            "-c",
        ]

    def type(self, text: str, user: str = "root", *, stdin: str = "", network=False) -> str:
        """Run commands in a shell, as if typed; return their output.

        With `network`, they have access to the real network. Raise AssertionError with the output
        if a command fails.
        """
        done = subprocess.run(
            [*self.enter(user, network=network), f"set -e\ncd\n{text}"],
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert done.returncode == 0, f"{text}\n{done.stdout}"
        return done.stdout

    def do(self, step: Step, *, stdin: str = "", network: bool = False) -> None:
        """Follow a block of the page: type its commands, or write its file. See `type`."""
        text = step.text
        for named, place in PLACES.items():
            text = text.replace(named, place)
        if step.language != "sh":
            path = re.sub(r"^~(\w*)", r'"$(eval echo ~\1)"', step.file)
            text = f"mkdir -p $(dirname {path})\nprintf %s {shlex.quote(text)} > {path}"
        self.type(text, step.user, stdin=stdin, network=network)

    def bring(self, folder: Path, files: Iterable[str], place: str) -> None:
        """Copy files, given relative to a folder, to a folder on the machine."""
        packed = subprocess.run(
            ["tar", "-c", "-C", folder, "-T", "-"],
            input="\n".join(files).encode(),
            stdout=subprocess.PIPE,
            check=True,
        )
        command = [*self.enter(), f"mkdir -p {place} && tar -x --no-same-owner -C {place}"]
        subprocess.run(command, input=packed.stdout, check=True)

    def start(self, text: str, log: Path, user: str = "root") -> subprocess.Popen:
        """Start a command that keeps running, with its output in `log`."""
        with log.open("w") as output:
            return subprocess.Popen(
                [*self.enter(user), f"cd\n{text}"],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )


def _proxies(network: bool) -> list[str]:
    """Return the proxy and certificate variables of this process, if the network is needed."""
    if not network:
        return []
    own = re.compile(r"(\w+_proxy|pip_\w+|npm_config_\w+|ssl_cert_\w+|node_extra_ca_certs)", re.I)
    return [f"{name}={value}" for name, value in os.environ.items() if own.fullmatch(name)]


def installed(password: str) -> Machine:
    """Return a machine after all steps of the section Install. The first call downloads a lot.

    All accounts get the password.
    """
    steps, packages = [], ""
    for step in steps_of("Install"):
        lines = step.text.splitlines(True)
        packages += "".join(line for line in lines if line.startswith("apt-get"))
        rest = "".join(line for line in lines if not line.startswith("apt-get"))
        steps.append(replace(step, text=rest))
    said = packages + "".join(step.text for step in steps)
    cache = CACHE / hashlib.sha256(said.encode()).hexdigest()[:12]
    if not (cache / "whole").exists():
        if not (cache / DEBIAN).exists():
            _make_debian(cache / DEBIAN, packages)
        _install(Machine(cache, keep=True), steps, password).close()
        (cache / "whole").touch()
    return _install(Machine(cache, keep=False), steps, password)


def _make_debian(place: Path, packages: str) -> None:
    """Make the root of a minimal Debian, and type the page's `apt-get` lines in it."""
    root = place.with_name("unfinished")
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, root], check=True
    )
    (root / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    command = f"export DEBIAN_FRONTEND=noninteractive\n{packages}"
    subprocess.run(["chroot", root, "sh", "-ec", command], check=True)
    root.rename(place)


def _install(machine: Machine, steps: list[Step], password: str) -> Machine:
    try:
        for package in ("nbisolate", "nbjudge"):
            folder = PACKAGES / package
            place = PLACES[f"/path/to/clone/packages/{package}"]
            machine.bring(folder, files_in_git(folder=folder), place)
        with tempfile.TemporaryDirectory() as scratch:
            course = make_sample_course(Path(scratch, "course"))
            files = [str(path.relative_to(course)) for path in course.rglob("*") if path.is_file()]
            machine.bring(course, files, PLACES["/path/to/course"])
        for step in steps:
            machine.do(step, stdin=f"{password}\n" * MOST_ASKED, network=True)
    except BaseException:
        machine.close()
        raise
    return machine
