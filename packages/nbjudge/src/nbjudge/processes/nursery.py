"""The grader's side of the warm process: start it, and ask it to fork.

What it is forked into is a student's process, so it is a clean interpreter (``python -I``, a bare
environment, no memory of the grader's): ``multiprocessing``'s forkserver would inherit the
grader's environment and import the grader's ``__main__``.
"""

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import SandboxError
from ..sandbox import bubblewrap, cgroups
from ..sandbox.limits import Limits

WARM = "nbjudge.processes.warm"  # the program
USUAL_MODULES = ("numpy",)  # imported where a course does not say what to import
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": bubblewrap.HOME,
    "TMPDIR": "/tmp",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",  # as a kernel has it
    # To compile a function takes longer than a cell may; it computes the same without.
    "TORCHDYNAMO_DISABLE": "1",
}

LENT = "NBJUDGE_LENT"  # the variable for `lent_nursery`: a descriptor, and the modules imported


@dataclass(frozen=True)
class ProcessSetup:
    """Where a process of a notebook lives.

    Attributes
    ----------
    limits
        Those of the notebook. The student's process is bound to all of them, the judge to the one
        on memory, as what a submission answers costs memory there too.
    box
        The sandbox it enters, or None for none.
    workdir
        The folder it works in where there is no sandbox.
    environment
        Variables beyond those of the warm process.
    """

    limits: Limits
    box: bubblewrap.Sandbox | None
    workdir: str | os.PathLike[str]
    environment: Mapping[str, str] = field(default_factory=dict)

    def request(self) -> dict[str, Any]:
        """What the warm process is told of it."""
        told = {"limits": self.limits.asdict(), "environment": dict(self.environment)}
        if self.box is None:
            return {**told, "workdir": str(self.workdir)}
        return {**told, "pid": self.box.pid, "uid": self.box.uid}


class Nursery:
    """A warm process to fork from. It is started when it is first needed, and again if it dies.

    Parameters
    ----------
    preload
        Names of the modules to import before the first fork; one that is not installed is passed
        over, as the notebook that imports it will say so. None where it is not known yet: then
        `load` says it after the start.
    shared
        The `socket` of a nursery of the same modules that another process has started.

    Attributes
    ----------
    socket
        Where requests go; None before the start.
    process
        The warm process, or None where it is not this object's own.
    """

    def __init__(
        self, preload: Iterable[str] | None = (), shared: socket.socket | None = None
    ) -> None:
        self.preload = None if preload is None else tuple(preload)
        self.socket = shared
        self.process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def start(self) -> socket.socket:
        """Start the warm process, if there is none yet, or if it was ended from outside.

        Returns
        -------
        socket.socket
            Where requests go; it takes them in while the warm process imports.
        """
        if self.socket is not None and not _hung_up(self.socket):
            return self.socket
        self.close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._folder = tempfile.TemporaryDirectory(prefix="nbjudge-")
        path = os.pathsep.join([os.path.join(sys.prefix, "bin"), ENVIRONMENT["PATH"]])
        before = cgroups.launcher()
        manager = cgroups.manager_environment() if before else {}
        with theirs:
            self.process = subprocess.Popen(
                [*before, sys.executable, "-I", "-m", WARM, str(theirs.fileno())],
                env=ENVIRONMENT | {"PATH": path, "IPYTHONDIR": self._folder.name} | manager,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        self.socket = ours
        # Where that is not known yet, what it is in most courses: it is done by then.
        self._import(USUAL_MODULES if self.preload is None else self.preload)
        return ours

    def load(self, preload: Iterable[str]) -> None:
        """Have the warm process import these modules; it is started if there is none yet."""
        self.preload = tuple(preload)
        if self.socket is None:
            self.start()
        else:
            self._import(self.preload)

    def ready_for(self, preload: Iterable[str]) -> None:
        """Have a warm process with these modules, and no others: start it, or another one."""
        wanted = tuple(preload)
        if self.preload is None:
            self.load(wanted)
        elif self.preload != wanted:
            self.close()
            self.preload = wanted
        self.start()

    def _import(self, modules: Sequence[str]) -> None:
        message = json.dumps({"role": "import", "modules": modules}).encode()
        # Where it has ended, the next fork starts it anew, with these modules.
        with contextlib.suppress(ConnectionError):
            if self.socket is not None:
                self.socket.send(message)

    def fork_student(
        self, link: socket.socket, monitor: socket.socket, place: ProcessSetup
    ) -> None:
        """Fork a process that serves a student's notebook.

        Parameters
        ----------
        link
            A socket to the judge.
        monitor
            A socket between the judge and the warden of the process; see `warden.guard`.
        place
            Where the process lives.

        Raises
        ------
        SandboxError
            There is no warm process, and none can be started.
        """
        self._fork("student", (link, monitor), place)

    def fork_judge(
        self,
        control: socket.socket,
        link: socket.socket,
        students: socket.socket,
        monitor: socket.socket,
        place: ProcessSetup,
    ) -> None:
        """Fork a process that judges one notebook.

        Parameters
        ----------
        control
            A socket to the grader, over which the job comes.
        link
            A socket to the student's process.
        students
            A socket to the warden of the student's process.
        monitor
            A socket between the grader and the judge's own warden.
        place
            Where the judge lives.

        Raises
        ------
        SandboxError
            There is no warm process, and none can be started.
        """
        self._fork("judge", (control, link, students, monitor), place)

    def _fork(
        self,
        role: str,
        sockets: Sequence[socket.socket],
        place: ProcessSetup,
    ) -> None:
        message = json.dumps({"role": role, **place.request()}).encode()
        # What goes wrong is said where this process says it: the warm one may be older.
        descriptors = [*(end.fileno() for end in sockets), 2]
        try:
            try:
                socket.send_fds(self.start(), [message], descriptors)
            except ConnectionError:  # it has ended between the look at it and the request
                socket.send_fds(self.start(), [message], descriptors)
        except OSError as error:
            raise SandboxError(
                f"Cannot grade: the process that notebooks are forked from is not there ({error}). "
                "The lines above say why it ended."
            ) from error

    def close(self) -> None:
        """End the warm process if it is this object's own; what was forked from it goes on."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def lent_nursery() -> Nursery | None:
    """Return the warm process that the Jupyter server lends to the command it starts, if it does.

    A server keeps one for *Validate*. Forked from it, the first notebook need not wait until torch
    is imported. If that process ends, `Nursery.start` replaces it.
    """
    lent = os.environ.pop(LENT, None)
    if lent is None:
        return None
    descriptor, preload = json.loads(lent)
    return Nursery(preload, socket.socket(fileno=descriptor))


def _hung_up(end: socket.socket) -> bool:
    """Whether the other end of a socket is closed."""
    look = select.poll()
    look.register(end, 0)
    return bool(look.poll(0))
