"""Processes that work beside this one: forks of it, which have what they need ready.

Entry point: `Helpers`.
"""

import contextlib
import ctypes
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Generic, NoReturn, TypeVar

from ..errors import NbjudgeError, Stopped
from ..sandbox.child import PR_SET_PDEATHSIG
from .local import INTERRUPTS

_Request = TypeVar("_Request")
_Answer = TypeVar("_Answer")


class Helpers(Generic[_Request, _Answer]):
    """Some processes that answer requests, one at a time each.

    They are no children of `multiprocessing`: a pool of workers ends all of these with its own.

    Parameters
    ----------
    begin
        Called in each process when it starts; gives the function that answers a request.
    number
        How many processes. They are forked when this is made, so make it before a thread begins.
    """

    def __init__(self, begin: Callable[[], Callable[[_Request], _Answer]], number: int) -> None:
        self.begin, self.number = begin, number
        self.waiting: deque[_Request] = deque()
        self.idle = [_Helper(begin) for _ in range(number)]
        self.busy: dict[_Helper, _Request] = {}

    def ask(self, request: _Request) -> None:
        """Have a request answered."""
        self.waiting.append(request)
        self._hand_out()

    @property
    def unanswered(self) -> int:
        """How many requests wait, or are being worked on."""
        return len(self.waiting) + len(self.busy)

    def ready(self, timeout: float = 0) -> Iterator[tuple[_Request, _Answer | NbjudgeError]]:
        """Yield what was answered since, or why there is no answer.

        Parameters
        ----------
        timeout
            For how many seconds to wait for the first.
        """
        links = {helper.link: helper for helper in self.busy}
        for link in multiprocessing.connection.wait(list(links), timeout):
            helper = links[link]  # type: ignore[index]
            request = self.busy.pop(helper)
            try:
                answer = helper.link.recv()
                self.idle.append(helper)
            except (EOFError, OSError):
                helper.close()
                answer = Stopped("A process that makes the pages was killed. Run the command again")
            yield request, answer
        self._hand_out()

    def _hand_out(self) -> None:
        while self.waiting and len(self.busy) < self.number:
            helper = self.idle.pop() if self.idle else _Helper(self.begin)
            request = self.waiting.popleft()
            try:
                helper.link.send(request)
            except OSError:  # it was killed meanwhile
                self.waiting.appendleft(request)
                helper.close()
            else:
                self.busy[helper] = request

    def close(self) -> None:
        """End the processes, also those that are at work."""
        for helper in (*self.idle, *self.busy):
            helper.close()
        self.idle, self.busy = [], {}


class _Helper:
    """One process, and the end of the pipe to it."""

    def __init__(self, begin: Callable[[], Callable[[_Request], _Answer]]) -> None:
        self.link, theirs = multiprocessing.Pipe()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        parent = os.getpid()
        # It hears no signal before it has said what it does about it.
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _serve(begin, theirs, parent)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        theirs.close()

    def close(self) -> None:
        self.link.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def _serve(
    begin: Callable[[], Callable[[_Request], _Answer]], link: Connection, parent: int
) -> NoReturn:
    """Answer requests until the other process is gone."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
        # Ctrl-C reaches the whole process group; the main process decides what to do about it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        # What else is open is not its own: with a copy of its file, it would hold the course.
        for descriptor in map(int, os.listdir("/proc/self/fd")):
            if descriptor > 2 and descriptor != link.fileno():
                with contextlib.suppress(OSError):
                    os.close(descriptor)
        _answer(begin, link)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def _answer(begin: Callable[[], Callable[[_Request], _Answer]], link: Connection) -> None:
    work: Callable[[_Request], _Answer] | None = None
    failed: NbjudgeError | None = None
    try:
        work = begin()
    except NbjudgeError as error:
        failed = error
    while True:
        try:
            request = link.recv()
        except (EOFError, ConnectionError):  # the latter where it was killed
            return
        answer: _Answer | NbjudgeError | None
        try:
            answer = work(request) if work else failed
        except NbjudgeError as error:
            answer = error
        try:
            link.send(answer)
        except ConnectionError:
            return
