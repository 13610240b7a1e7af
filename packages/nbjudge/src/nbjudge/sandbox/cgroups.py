"""Control groups (cgroup v2): what the kernel counts for a notebook as a whole.

Limits on processes (`Limits.apply`) and a look at their memory (`memory`) miss what the kernel
holds for them, such as the buffers of sockets and pipes, and cannot share out the processor. A
control group can, where the grader may make some:

- a service manager answers (``systemd-run``, with ``--user`` for an ordinary user), which gives the
  warm process a group of its own;
- the grader's own group was given to it (``Delegate=yes``), or it is root in a container or on a
  machine without a service manager.

Entry points: `unavailable` and `launcher` in the grader, `adopt` and `Subtree.group` in the warm
process. Files and rules are those of the kernel's ``admin-guide/cgroup-v2``.
"""

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from ..errors import page
from .limits import MEGABYTE, Limits

NEEDED = {"memory", "pids"}  # an ordinary user is often not given the processor as well
LEAF = "nbjudge-grader"  # holds the processes that are no notebook's: inner groups may hold none
WEIGHT = 20  # of a notebook where processor time is short, all its processes together; others: 100
SECONDS_TO_EMPTY = 2.0  # after its processes were killed, until a group can be removed
OF_THE_MANAGER = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")  # by which it is found


WITHOUT = (
    "the kernel's memory for sockets and pipes is estimated, and a notebook with many processes "
    f"slows down the others. {page('security.md')} says what follows."
)


class NoCgroups(Exception):
    """No control groups can be made from here. The message goes on from "because"."""


@functools.cache
def unavailable() -> str | None:
    """Why notebooks have no control groups on this machine, in one sentence; None if they have."""
    command = [*launcher(), sys.executable, "-I", "-m", __name__]
    probe = subprocess.run(command, capture_output=True, text=True, cwd="/")
    if probe.returncode == 0:
        return None
    because = probe.stdout.strip() or "a process that looked for them failed"
    return f"No control groups, because {because}: {WITHOUT}"


@functools.cache
def launcher() -> tuple[str, ...]:
    """What to put before a command so that it gets a control group to divide; may be empty."""
    if shutil.which("systemd-run") is None:
        return ()
    scope = ["systemd-run", "--scope", "--quiet", "--collect", "-p", "Delegate=yes"]
    if os.getuid() != 0:
        scope.append("--user")
    try:
        tried = subprocess.run([*scope, "true"], capture_output=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    forget = [word for name in OF_THE_MANAGER for word in ("-u", name)]
    return (*scope, "--", "/usr/bin/env", *forget) if tried.returncode == 0 else ()


def manager_environment() -> dict[str, str]:
    """The variables that `launcher` needs, and takes away again."""
    return {name: os.environ[name] for name in OF_THE_MANAGER if name in os.environ}


def adopt() -> "Subtree":
    """Take the calling process's group as one to divide among notebooks.

    Returns
    -------
    Subtree
        Where the groups of notebooks are made.

    Raises
    ------
    NoCgroups
        There are no control groups, or they are not this process's to make.
    """
    folder = _own_group()
    if folder.name == LEAF:  # another process of the grader was here before
        folder = folder.parent
    controllers = set((folder / "cgroup.controllers").read_text().split())
    if missing := NEEDED - controllers:
        raise NoCgroups(f"the grader was not given the controllers {' and '.join(sorted(missing))}")
    if not os.access(folder / "cgroup.procs", os.W_OK):
        raise NoCgroups("the grader's control group is not its own to divide")
    if os.getuid() == 0 and folder != _mount() and not folder.name.startswith("run-"):
        # Root may write everywhere: not into what a service manager keeps for others.
        raise NoCgroups("root's control group here is not its own to divide")
    try:
        (folder / LEAF).mkdir(exist_ok=True)
        for process in (folder / "cgroup.procs").read_text().split():
            with contextlib.suppress(ProcessLookupError, OSError):  # ended, or the kernel's own
                (folder / LEAF / "cgroup.procs").write_text(process)
        control = folder / "cgroup.subtree_control"
        control.write_text(" ".join(f"+{name}" for name in NEEDED))
        with contextlib.suppress(OSError):  # not given, or real-time processes stand against it
            control.write_text("+cpu")
    except OSError as error:
        raise NoCgroups(
            f"the grader's control group cannot be divided ({error.strerror})"
        ) from None
    return Subtree(os.open(folder, os.O_PATH | os.O_DIRECTORY))


@dataclass(frozen=True)
class Subtree:
    """A group that is divided among notebooks: the descriptor of its folder."""

    folder: int

    def group(self, limits: Limits) -> "Group":
        """Make the group of one notebook.

        Parameters
        ----------
        limits
            What it may hold: `memory_mb` and its scratch space, and `processes`.

        Raises
        ------
        OSError
            The kernel refuses.
        """
        name = f"notebook-{os.getpid()}"
        os.mkdir(name, dir_fd=self.folder)
        group = Group(self.folder, name, os.open(name, os.O_PATH, dir_fd=self.folder))
        try:
            # Scratch space is memory, which comes on top of what processes may hold.
            group.write("memory.max", (limits.memory_mb + 3 * limits.disk_mb) * MEGABYTE)
            group.write("memory.oom.group", 1)
            group.write("pids.max", limits.processes)
            with contextlib.suppress(FileNotFoundError):  # this kernel has no swap
                group.write("memory.swap.max", 0)
            with contextlib.suppress(FileNotFoundError):  # the grader was not given the processor
                group.write("cpu.weight", WEIGHT)
        except OSError:
            group.remove()
            raise
        return group


@dataclass(frozen=True)
class Group:
    """The control group of one notebook.

    Attributes
    ----------
    parent, name, folder
        The descriptor of the folder above, the name in it, and the descriptor of its own folder;
        they stay where a sandbox shows no control groups.
    """

    parent: int
    name: str
    folder: int

    def procs(self) -> int:
        """A descriptor that moves the process that writes "0" to it into the group."""
        return os.open("cgroup.procs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=self.folder)

    def write(self, file: str, value: int) -> None:
        """Set one of the group's files."""
        descriptor = os.open(file, os.O_WRONLY, dir_fd=self.folder)
        try:
            os.write(descriptor, str(value).encode())
        finally:
            os.close(descriptor)

    def read(self, file: str) -> str:
        """The content of one of the group's files, empty where this kernel has none."""
        try:
            descriptor = os.open(file, os.O_RDONLY, dir_fd=self.folder)
        except FileNotFoundError:
            return ""
        with os.fdopen(descriptor) as content:
            return content.read()

    def over_memory(self) -> bool:
        """Whether the kernel has killed it for the memory that it held."""
        events = dict(line.split() for line in self.read("memory.events").splitlines())
        return events.get("oom_kill", "0") != "0"

    def peak_mb(self) -> float:
        """The memory in megabytes that it held at its peak; 0 where this kernel does not say."""
        return int(self.read("memory.peak") or 0) / MEGABYTE

    def remove(self) -> None:
        """Remove the group, whose processes were killed; wait until they are gone."""
        until = time.monotonic() + SECONDS_TO_EMPTY
        while time.monotonic() < until:
            try:
                os.rmdir(self.name, dir_fd=self.parent)
                return
            except OSError:
                time.sleep(0.01)


def _mount() -> Path:
    """Where the tree of groups is mounted.

    Raises
    ------
    NoCgroups
        It is not.
    """
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        fields, _, kind = line.partition(" - ")
        if kind.split()[0] == "cgroup2":
            folder = Path(fields.split()[4])
            if NEEDED <= set((folder / "cgroup.controllers").read_text().split()):
                return folder
    raise NoCgroups("this machine has no cgroup v2 with the controllers memory and pids")


def _own_group() -> Path:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        if line.startswith("0::/"):
            return _mount() / line.removeprefix("0::/")
    raise NoCgroups("this process is in no control group")


if __name__ == "__main__":
    try:
        adopt()
    except NoCgroups as reason:
        sys.exit(print(reason) or 1)
