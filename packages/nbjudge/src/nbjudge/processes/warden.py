"""The process beside a student's process, or a judge's: puts it into its sandbox, and guards it.

It is a fork of the warm process and runs nothing of a notebook. It stays outside the sandbox's
process namespace, where nobody inside can signal it, and it alone can signal those inside: who
wants to interrupt or to end them asks it, over a socket.

Entry point: `guard`.
"""

import contextlib
import ctypes
import os
import resource
import select
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

from ..border.messages import Ending
from ..result import Measured, Stop
from ..sandbox import bubblewrap, memory
from ..sandbox.cgroups import Group, Subtree
from ..sandbox.limits import Limits, first_to_go

WATCH = 0.1  # seconds between two looks at the memory of a sandbox
ROUND, PATIENCE = 0.005, 5  # seconds between two looks at what is left of a notebook, and for all
PR_SET_CHILD_SUBREAPER = 36  # of sys/prctl.h
NEARLY_ALL = 0.95  # of the memory, held at the peak: a process that ended then had none left


def guard(
    request: dict[str, Any],
    monitor: socket.socket,
    others: list[socket.socket],
    serve: Callable[[], None],
    subtree: Subtree | None,
) -> None:
    """Fork the process that does the work, and report on it when it has ended.

    Parameters
    ----------
    request
        What the nursery asked for: ``role``, ``limits``, ``workdir``; with a sandbox also its
        ``pid`` and ``uid``.
    monitor
        Hears when the process is there, one byte, and at the end its `Ending`. Numbers of signals
        come over it, one byte each; SIGKILL ends all that is inside. The end of the other side is
        the end of this one.
    others
        The sockets of the process.
    serve
        Does its work.
    subtree
        Where to make its control group, or None for none.
    """
    limits = Limits(**request["limits"])
    sandboxed, judges = "pid" in request, request["role"] == "judge"
    group = None
    if subtree is not None and sandboxed and not judges:
        with contextlib.suppress(OSError):  # the report says that there was none
            group = subtree.group(limits)
    procs = group.procs() if group else None
    # In the sandbox nobody may write there.
    scores = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    first = bubblewrap.enter(request["pid"], limits) if sandboxed else None
    if not sandboxed:
        # What a cell has started, and what that has, becomes this process's when its parent ends.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        monitor.close()
        if not judges:
            first_to_go(scores)
        if procs is not None:
            os.write(procs, b"0")
        # Nothing but what is its own: the folder of a control group leads to all of them.
        _close_others({end.fileno() for end in others})
        # No terminal to write commands into, and no group to signal that the grader is in.
        os.setsid()
        if sandboxed:
            bubblewrap.drop_privileges(request["uid"])
        limits.apply_memory() if judges else limits.apply()
        os.chdir(bubblewrap.copy_stage() if sandboxed else request["workdir"])
        serve()
        os._exit(0)
    os.close(scores)
    for end in others:
        end.close()
    if procs is not None:
        os.close(procs)
    watch = _Watch(child, first, limits, monitor, group, measured=not judges)
    try:
        watch.run()
    finally:
        # What the process has started must not speak for it.
        watch.kill()
    _, status, usage = os.wait4(child, 0)
    kilobytes = max(usage.ru_maxrss - resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0)
    peak = max(watch.memory_mb, kilobytes / 1024, group.peak_mb() if group else 0.0)
    over_memory = watch.over_memory or (group is not None and group.over_memory())
    code = os.waitstatus_to_exitcode(status)
    measured = Measured(
        peak_memory_mb=round(peak, 1),
        sandbox=sandboxed,
        cgroup=group is not None or not sandboxed,
        stopped=_stopped(code, over_memory, nearly=peak > NEARLY_ALL * limits.memory_mb),
    )
    with contextlib.suppress(ConnectionError):  # nobody waits for it any more
        monitor.send(Ending(code, measured).message())
    monitor.close()
    if group:
        group.remove()


def _stopped(code: int, over_memory: bool, *, nearly: bool) -> Stop | None:
    """What a process ended of; ``nearly`` where it held nearly all the memory that it may."""
    if over_memory:
        return Stop.MEMORY
    if code == -signal.SIGXCPU:
        return Stop.PROCESSOR
    # With so little left it could not handle the MemoryError.
    return (Stop.MEMORY if nearly else Stop.ENDED) if code else None


def _close_others(kept: set[int]) -> None:
    """Close all descriptors but those of the standard streams and these."""
    first = 3
    for descriptor in sorted(kept):
        if descriptor > first:  # an empty range would be all of them
            os.closerange(first, descriptor)
        first = descriptor + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))


class _Watch:
    """Waits for the end of a process, and does meanwhile what it is asked for."""

    def __init__(
        self,
        child: int,
        first: int | None,
        limits: Limits,
        monitor: socket.socket,
        group: Group | None,
        *,
        measured: bool,
    ) -> None:
        self.child, self.first, self.limits = child, first, limits
        self.monitor, self.group, self.measured = monitor, group, measured
        self.pidfd = os.pidfd_open(child)
        self.over_memory, self.memory_mb = False, 0.0  # what has been seen so far, at the most

    def run(self) -> None:
        """Watch until the end."""
        poll = select.poll()
        for source in (self.pidfd, self.monitor):
            poll.register(source, select.POLLIN)
        with contextlib.suppress(ConnectionError):
            self.monitor.send(b"\0")
        due = time.monotonic() + WATCH
        while True:
            ready = dict(
                poll.poll(max(due - time.monotonic(), 0) * 1000 if self.measured else None)
            )
            if self.pidfd in ready:
                break
            if self.monitor.fileno() in ready and not self._obey():
                break
            if self.measured and time.monotonic() >= due:
                used = memory.held(self.child, self.limits, inside=self.first is not None)
                self.memory_mb = max(self.memory_mb, used)
                if used > self.limits.memory_mb:
                    self.over_memory = True
                    break
                due = time.monotonic() + WATCH

    def _obey(self) -> bool:
        """Send the signals that were asked for; False if nobody can ask any more."""
        try:
            numbers = self.monitor.recv(64)
        except ConnectionError:
            return False
        for number in numbers:
            if number == signal.SIGKILL:
                self.kill()
            else:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self.pidfd, number)
        return bool(numbers)

    def kill(self) -> None:
        """End the process with all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.first or self.pidfd, signal.SIGKILL)
        if self.first is None:
            _end_descendants()


def _end_descendants() -> None:
    """End all that was started below this process, also what has left its parents behind."""
    import psutil  # needed without a sandbox only

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        left = []
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if process.status() != psutil.STATUS_ZOMBIE:
                    left.append(process)
                    process.kill()
        if not left:
            return
        time.sleep(ROUND)
