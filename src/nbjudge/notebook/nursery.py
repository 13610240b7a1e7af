"""The grader's side of the warm process: start it, and ask it to fork.

What it is forked into is a student's process, so it is a clean interpreter (``python -I``, a bare
environment, no memory of the grader's): ``multiprocessing``'s forkserver would inherit the
grader's environment and import the grader's ``__main__``.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from typing import Any

from ..errors import SandboxError
from ..sandbox import bubblewrap
from ..sandbox.limits import Limits

WARM = "nbjudge.notebook.warm"  # the program
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": bubblewrap.HOME,
    "TMPDIR": "/tmp",
}


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
        """Start the warm process, if there is none yet.

        Returns
        -------
        socket.socket
            Where requests go; it takes them in while the warm process imports.
        """
        if self.socket is not None:
            return self.socket
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._folder = tempfile.TemporaryDirectory(prefix="nbjudge-")
        path = os.pathsep.join([os.path.join(sys.prefix, "bin"), ENVIRONMENT["PATH"]])
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-m", WARM, str(theirs.fileno())],
                env=ENVIRONMENT | {"PATH": path, "IPYTHONDIR": self._folder.name},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        self.socket = ours
        if self.preload is not None:
            self.load(self.preload)
        return ours

    def load(self, preload: Iterable[str]) -> None:
        """Have the warm process import these modules; it is started if there is none yet."""
        self.preload = tuple(preload)
        message = json.dumps({"role": "import", "modules": self.preload}).encode()
        # Where it has ended, the next fork starts it anew, with these modules.
        with contextlib.suppress(ConnectionError):
            (self.socket or self.start()).send(message)

    def fork_student(
        self,
        link: socket.socket,
        monitor: socket.socket,
        limits: Limits,
        box: bubblewrap.Sandbox | None = None,
        workdir: str | os.PathLike[str] | None = None,
    ) -> None:
        """Fork a process that serves a student's notebook over `link`.

        Parameters
        ----------
        link
            A socket to the judge.
        monitor
            A socket on which the process's pidfd, and at its end its status, arrive.
        limits
            What it binds itself to.
        box
            The sandbox it enters, or None for none.
        workdir
            Without a sandbox, the folder it works in.

        Raises
        ------
        SandboxError
            There is no warm process, and none can be started.
        """
        place = {"pid": box.pid, "uid": box.uid} if box else {"workdir": str(workdir)}
        self._fork({"role": "student", "limits": limits.asdict(), **place}, link, monitor)

    def fork_judge(
        self,
        control: socket.socket,
        link: socket.socket,
        monitor: socket.socket,
        workdir: str | os.PathLike[str],
    ) -> None:
        """Fork a process that judges one notebook; the job comes over `control`.

        Raises
        ------
        SandboxError
            There is no warm process, and none can be started.
        """
        self._fork({"role": "judge", "workdir": str(workdir)}, control, link, monitor)

    def _fork(self, request: dict[str, Any], *sockets: socket.socket) -> None:
        message, descriptors = json.dumps(request).encode(), [end.fileno() for end in sockets]
        try:
            try:
                socket.send_fds(self.start(), [message], descriptors)
            except ConnectionError:
                self.close()
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
