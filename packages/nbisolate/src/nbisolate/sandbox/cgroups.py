"""Control groups (cgroup v2): limits that the kernel applies to a notebook as a whole.

Limits on processes (`Limits.apply`) and measurements of their memory (`memory`) miss the memory
that the kernel holds for them, such as the buffers of sockets and pipes, and cannot divide the
processor among notebooks. A control group can do both, if the grader may make one:

- a service manager answers (``systemd-run``, with ``--user`` for an ordinary user), and gives the
  fork server a group of its own;
- the grader's own group is delegated to it (``Delegate=yes``), or it is root in a container or on a
  machine without a service manager.

Entry points: `unavailable` and `launcher` in the grader, `adopt` and `Subtree.group` in the fork
server. Files and rules are those of the kernel's ``admin-guide/cgroup-v2``.
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

from .limits import MEGABYTE, Limits

NEEDED = {"memory", "pids"}  # the controller cpu is often not delegated to ordinary users
# The group of the grader's own processes. A group that is divided into others may hold no process.
LEAF = "nbisolate-grader"
# The share of a notebook, all its processes together, when processor time is short. The default of
# other groups is 100.
WEIGHT = 20
SECONDS_TO_EMPTY = 2.0  # the longest wait for killed processes to leave a group before its removal
OF_THE_MANAGER = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")  # the addresses of the manager


class NoCgroupsError(Exception):
    """Error for a process that can make no control groups. The message continues "because"."""


@functools.cache
def unavailable() -> str | None:
    """Return a sentence on why notebooks have no control groups here; None if they have.

    The sentence has no full stop. Without control groups, the memory for sockets and pipes is
    estimated, and a notebook with many processes slows down the others.

    With a service manager, a process is started to find out, in the way in which the fork server
    is started: `adopt` moves the processes of the group that it is called in.
    """
    because = ""
    if before := launcher():
        command = [*before, sys.executable, "-I", "-m", __name__]
        probe = subprocess.run(command, capture_output=True, text=True, cwd="/")
        if probe.returncode != 0:
            because = probe.stdout.strip() or "the process that checked for them failed"
    else:
        try:
            os.close(adopt().folder)
        except (NoCgroupsError, OSError) as reason:
            because = str(reason)
    return f"No control groups, because {because}" if because else None


@functools.cache
def launcher() -> tuple[str, ...]:
    """Return the words to put before a command so that it gets a control group to divide.

    Empty if there is no service manager that answers.
    """
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
    """Return the environment variables that the command of `launcher` needs.

    It removes them again before it starts the command, because submissions can read the environment
    of the fork server.
    """
    return {name: os.environ[name] for name in OF_THE_MANAGER if name in os.environ}


def adopt() -> "Subtree":
    """Prepare the calling process's group for being divided among notebooks.

    Return the group in which to make the groups of notebooks. Raise `NoCgroupsError` if there are
    no control groups, or this process may not make any.
    """
    folder = _own_group()
    if folder.name == LEAF:  # another process of the grader was here before
        folder = folder.parent
    controllers = set((folder / "cgroup.controllers").read_text().split())
    if missing := NEEDED - controllers:
        raise NoCgroupsError(
            f"this process lacks cgroup controllers {' and '.join(sorted(missing))}"
        )
    if not os.access(folder / "cgroup.procs", os.W_OK):
        raise NoCgroupsError("this process may not create control groups below its own")
    if os.getuid() == 0 and folder != _mount() and not folder.name.startswith("run-"):
        # Root may write to any group, also to those that a service manager manages: leave these.
        raise NoCgroupsError(
            "a service manager may own them here; nbisolate as root leaves them alone"
        )
    try:
        (folder / LEAF).mkdir(exist_ok=True)
        for process in (folder / "cgroup.procs").read_text().split():
            # A process can have ended by now, and the kernel's own cannot be moved.
            with contextlib.suppress(ProcessLookupError, OSError):
                (folder / LEAF / "cgroup.procs").write_text(process)
        control = folder / "cgroup.subtree_control"
        control.write_text(" ".join(f"+{name}" for name in NEEDED))
        # Optional: it may not be delegated, and real-time processes can prevent it.
        with contextlib.suppress(OSError):
            control.write_text("+cpu")
    except OSError as error:
        raise NoCgroupsError(
            f"this process cannot create control groups below its own ({error.strerror})"
        ) from None
    return Subtree(os.open(folder, os.O_PATH | os.O_DIRECTORY))


@dataclass(frozen=True)
class Subtree:
    """A group that is divided among notebooks, as a descriptor of its folder."""

    folder: int

    def group(self, limits: Limits) -> "Group":
        """Make the group of one notebook.

        Of the limits, `memory_mb` and `disk_mb` bound its memory, and `processes` its processes.
        Raise `OSError` if the kernel refuses.
        """
        name = f"notebook-{os.getpid()}"
        os.mkdir(name, dir_fd=self.folder)
        group = Group(self.folder, name, os.open(name, os.O_PATH, dir_fd=self.folder))
        try:
            # There are three scratch spaces. They are in memory, in addition to that of processes.
            group.write("memory.max", (limits.memory_mb + 3 * limits.disk_mb) * MEGABYTE)
            group.write("memory.oom.group", 1)
            group.write("pids.max", limits.processes)
            with contextlib.suppress(FileNotFoundError):  # this kernel has no swap
                group.write("memory.swap.max", 0)
            with contextlib.suppress(FileNotFoundError):  # the controller cpu is not delegated
                group.write("cpu.weight", WEIGHT)
        except OSError:
            group.remove()
            raise
        return group


@dataclass(frozen=True)
class Group:
    """The control group of one notebook.

    `parent` is the descriptor of the folder above, and `folder` that of its own. Descriptors remain
    usable in a sandbox, in which the files of control groups are not shown.
    """

    parent: int
    name: str
    folder: int

    def procs(self) -> int:
        """Open the file that moves a process into the group; return its descriptor.

        A process moves itself by writing "0" to it.
        """
        return os.open("cgroup.procs", os.O_WRONLY | os.O_CLOEXEC, dir_fd=self.folder)

    def write(self, file: str, value: int) -> None:
        """Set one of the group's files."""
        with os.fdopen(os.open(file, os.O_WRONLY, dir_fd=self.folder), "w") as control:
            control.write(str(value))

    def read(self, file: str) -> str:
        """Return the content of one of the group's files; empty if this kernel has no such file."""
        with contextlib.suppress(FileNotFoundError):
            with os.fdopen(os.open(file, os.O_RDONLY, dir_fd=self.folder)) as content:
                return content.read()
        return ""

    def over_memory(self) -> bool:
        """Return True if the OOM killer ended the group."""
        events = dict(line.split() for line in self.read("memory.events").splitlines())
        return events.get("oom_kill", "0") != "0"

    def peak_mb(self) -> float:
        """Return its peak memory in megabytes; 0 if this kernel does not report it."""
        return int(self.read("memory.peak") or 0) / MEGABYTE

    def remove(self) -> None:
        """Remove the group; wait, for a limited time, until its killed processes are gone."""
        until = time.monotonic() + SECONDS_TO_EMPTY
        while time.monotonic() < until:
            try:
                os.rmdir(self.name, dir_fd=self.parent)
                return
            except OSError:
                time.sleep(0.01)


def _mount() -> Path:
    """Return the folder at which the tree of groups is mounted.

    Raise `NoCgroupsError` if no cgroup v2 with the needed controllers is mounted.
    """
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        fields, _, kind = line.partition(" - ")
        if kind.split()[0] == "cgroup2":
            folder = Path(fields.split()[4])
            if NEEDED <= set((folder / "cgroup.controllers").read_text().split()):
                return folder
    raise NoCgroupsError("this machine has no cgroup v2 with the controllers memory and pids")


def _own_group() -> Path:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        if line.startswith("0::/"):
            return _mount() / line.removeprefix("0::/")
    raise NoCgroupsError("this process is not in a control group")


if __name__ == "__main__":
    try:
        adopt()
    except NoCgroupsError as reason:
        sys.exit(print(reason) or 1)
