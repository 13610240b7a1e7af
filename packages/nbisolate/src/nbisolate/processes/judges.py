"""The judges of a submission: a process for each notebook, one after the other in one sandbox.

To build a sandbox and fork a supervisor for each judge took a twentieth of a submission's processor
time. Instead, one supervisor forks all judges of a submission. Each judge begins with empty scratch
space, and kills what the one before it has left running. A student's process always has a sandbox
of its own.

Entry point: `Judges`.
"""

import contextlib
import signal
import socket
from collections.abc import Sequence
from dataclasses import replace

from ..sandbox.bubblewrap import Sandbox, can_clear
from .forkserver import ForkServer, ProcessSetup


class Judges:
    """The judges of one submission, which take turns in one sandbox until `close`.

    `supervisor` is a socket to their supervisor, which forwards numbers of signals to the judge
    that runs. It is None before the first judge.
    """

    def __init__(self) -> None:
        self.supervisor: socket.socket | None = None
        self._setup: ProcessSetup | None = None
        self._opened = contextlib.ExitStack()

    def prepare(self, setup: ProcessSetup, *, sandboxed: bool) -> bool:
        """Begin to build the sandbox of the next judge, unless it can have that of the last one.

        Return True if it has that of the last one. `setup` has no sandbox yet. Raise `SandboxError`
        if bubblewrap is missing.
        """
        if self.supervisor and self._setup and replace(self._setup, box=None) == setup:
            return True
        self.close()
        box = Sandbox(setup.limits, setup.workdir, setup.application) if sandboxed else None
        if box:
            self._opened.callback(box.close)
        self._setup = replace(setup, box=box)
        return False

    def begin(self, forkserver: ForkServer, sockets: Sequence[socket.socket]) -> socket.socket:
        """Fork the next judge, after `prepare`; return the socket `supervisor`.

        `sockets` are connected to the grader, to the student's process and to its supervisor. Raise
        `SandboxError` if there is no fork server, or the sandbox cannot be built, and
        `ConnectionError` if the supervisor of the last judge has ended.
        """
        assert self._setup is not None  # by `prepare`
        if self.supervisor:
            socket.send_fds(self.supervisor, [b"\0"], [end.fileno() for end in sockets])
            return self.supervisor
        supervisor, monitor = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._opened.enter_context(supervisor)
        with monitor:
            forkserver.fork("judge", (*sockets, monitor), self._setup)
        self.supervisor = supervisor
        return supervisor

    def end_judge(self) -> None:
        """End the judge that runs, if it does; end its sandbox too if the next cannot have it."""
        if self.supervisor and self._setup and can_clear(self._setup.application):
            with contextlib.suppress(
                ConnectionError
            ):  # the supervisor has ended, and the judge too
                self.supervisor.send(bytes([signal.SIGKILL]))
        else:
            self.close()

    def close(self) -> None:
        """End the judge and its sandbox. Another one can be prepared after that."""
        self.supervisor = self._setup = None
        self._opened.close()
