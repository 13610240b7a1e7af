"""The supervisor: the parent of a student's process or of a judge, which sandboxes and watches it.

It is a fork of the fork server and runs nothing of a notebook. It stays outside the sandbox's
process namespace, where no process inside can signal it. It alone can signal processes inside, and
does so for the grader or the judge, which send it the numbers of signals over a socket.

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
from dataclasses import dataclass
from typing import Any

from ..bridge.messages import ALONE, GROUPED, ProcessExit
from ..result import Measured, Stop
from ..sandbox import bubblewrap, memory
from ..sandbox.cgroups import Group, Subtree
from ..sandbox.limits import Limits, first_to_go

WATCH = 0.1  # seconds between two measurements of a sandbox's memory
# Seconds between two rounds of killing what is left of a notebook, and for all rounds together.
ROUND, PATIENCE = 0.005, 5
PR_SET_CHILD_SUBREAPER = 36  # of sys/prctl.h
# The share of the memory limit, at its peak, above which a process that ends with an error is taken
# to have run out of memory.
NEARLY_ALL = 0.95


def guard(
    request: dict[str, Any],
    monitor: socket.socket,
    others: list[socket.socket],
    serve: Callable[..., None],
    subtree: Subtree | None,
) -> None:
    """Fork the process that does the work, and report on it when it has ended.

    `request` is the forkserver's: ``role``, ``limits``, and ``workdir`` or, with a sandbox, its
    ``pid`` and ``uid``. `serve` is a callback that does the process's work, with its sockets,
    `others`. `subtree` is the group in which to make its control group, or None for none.

    `monitor` is connected to the grader or the judge. One byte, `GROUPED` or `ALONE`, is sent when
    the process is there, and its `ProcessExit` when it has ended. Numbers of signals are received,
    one byte each. SIGKILL ends the process with everything in its sandbox, and so does the other
    side when it closes the socket.
    """
    limits = Limits(**request["limits"])
    sandboxed = "pid" in request
    judge = request["role"] == "judge"
    group = None
    if subtree is not None and sandboxed and not judge:
        with contextlib.suppress(
            OSError
        ):  # the first byte to `monitor` then says that there is none
            group = subtree.group(limits)
    procs = group.procs() if group else None
    # Both are opened before the namespaces are entered: inside, /proc is read-only and no control
    # group can be seen. The child writes to them.
    scores = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    first = bubblewrap.enter(request["pid"], limits) if sandboxed else None
    if not sandboxed:
        # Without a process namespace, processes that a cell has started are found as descendants.
        # With this, an orphan among them becomes a child of this process, and not of init.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        monitor.close()
        if not judge:
            first_to_go(scores)
        if procs is not None:
            os.write(procs, b"0")
        if first is not None and request["uid"] is None:
            bubblewrap.enter_user(first)
        # Before it runs a student's code. An open folder of a control group would lead to those
        # of all notebooks, and a copy of another socket would hide that its owner has ended.
        _close_others({end.fileno() for end in others})
        # A session of its own has no terminal to type commands into, and a process group of its
        # own does not contain the grader, which ``kill(0, ...)`` would signal.
        os.setsid()
        if sandboxed:
            bubblewrap.drop_privileges(request["uid"])
        limits.apply_memory() if judge else limits.apply()
        os.chdir(bubblewrap.copy_stage() if sandboxed else request["workdir"])
        serve(*others)
        os._exit(0)
    for end in others:
        end.close()
    watch = _Watch(child, first, limits, monitor, group, measured=not judge)
    try:
        watch.run()
    finally:
        # Before the `ProcessExit` is sent, because processes that a cell has started may hold
        # the socket to the judge, and could answer instead of the one that has ended.
        watch.kill()
    _, status, usage = os.wait4(child, 0)
    kilobytes = max(usage.ru_maxrss - resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0)
    peak = max(watch.memory_mb, kilobytes / 1024, group.peak_mb() if group else 0.0)
    over_memory = watch.over_memory or (group is not None and group.over_memory())
    code = os.waitstatus_to_exitcode(status)
    measured = Measured(
        peak_memory_mb=round(peak, 1),
        stopped=_stopped(code, over_memory, nearly=peak > NEARLY_ALL * limits.memory_mb),
    )
    with contextlib.suppress(ConnectionError):  # the other side has ended
        monitor.send(ProcessExit(code, measured).message())
    monitor.close()
    if group:
        group.remove()


def _stopped(code: int, over_memory: bool, *, nearly: bool) -> Stop | None:
    """Classify why a process ended; return None if it ended without an error.

    `code` is its exit code, negative for a signal. `over_memory` is True if it, or its control
    group, was over the memory limit, and `nearly` if it was close to that limit at its peak.
    """
    if over_memory:
        return Stop.MEMORY
    if code == -signal.SIGXCPU:
        return Stop.PROCESSOR
    # A process that ends with an error so close to its limit had too little memory left even to
    # handle the MemoryError.
    return (Stop.MEMORY if nearly else Stop.ENDED) if code else None


def _close_others(kept: set[int]) -> None:
    """Close all descriptors except the standard streams and `kept`."""
    first = 3
    for descriptor in sorted(kept):
        os.closerange(first, descriptor)
        first = descriptor + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))


@dataclass
class _Watch:
    """A watch over a process until its end, which forwards signals and measures memory."""

    child: int
    first: int | None
    limits: Limits
    monitor: socket.socket
    group: Group | None
    measured: bool

    def __post_init__(self) -> None:
        self.pidfd = os.pidfd_open(self.child)
        self.over_memory, self.memory_mb = False, 0.0  # megabytes, the most measured so far

    def run(self) -> None:
        """Watch until the process ends, exceeds its memory, or the other side closes the socket."""
        # The end of the process and requests for signals wake the poll at once. Memory has to be
        # measured at intervals, because the kernel reports no sum over a process namespace. Between
        # two measurements, many processes can exceed the limit by as much as they fill in that
        # time; a control group has a limit of its own, which the kernel enforces without delay. A
        # judge is not measured: it runs no student's code, and its address space is limited.
        poll = select.poll()
        for source in (self.pidfd, self.monitor):
            poll.register(source, select.POLLIN)
        with contextlib.suppress(ConnectionError):
            # The byte that says that the process is there. `Session` waits for it.
            self.monitor.send(GROUPED if self.group else ALONE)
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
        """Forward the requested signals; return False if the process is to end.

        That is so if the other side asks for it, or has closed the socket.
        """
        try:
            numbers = self.monitor.recv(64)
        except ConnectionError:
            return False
        for number in numbers:
            if number == signal.SIGKILL:
                return False
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.pidfd, number)
        return bool(numbers)

    def kill(self) -> None:
        """End the process with all that it has started, and with everything in its sandbox."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.first or self.pidfd, signal.SIGKILL)
        if self.first is None:
            _end_descendants()


def _end_descendants() -> None:
    """Kill all descendants of this process, including orphans."""
    import psutil  # imported here, because only a run without a sandbox needs it

    # In rounds, because a process can fork between the listing and its end.
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
