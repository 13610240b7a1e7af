"""One notebook, two processes: the student's cells in a sandbox, the test cells in a judge."""

import atexit
import contextlib
import signal
import socket
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..border.channel import Channel, ChannelClosed, DeadlinePassed
from ..border.messages import (
    STOP,
    Cell,
    CellShown,
    Ended,
    NotebookJob,
    Outline,
    Output,
    Started,
    parse_report,
)
from ..border.outputs import not_run
from ..errors import SandboxError
from ..result import Measured, Stop
from ..sandbox import bubblewrap, seccomp
from ..sandbox.bubblewrap import Sandbox
from ..sandbox.limits import Limits
from .cancel import Cancel
from .cell_names import read_test
from .nursery import Nursery, ProcessSetup

__all__ = ["Cell", "NotebookRun", "nursery_for", "prepare", "run_notebook"]

NOTHING_SAID = Outline()
CELL_SLACK = 5  # seconds that a cell has beyond the limit of the calls that it makes


@dataclass
class NotebookRun:
    """How a notebook went.

    Parameters
    ----------
    outputs
        nbformat outputs for every cell.
    stops
        For every cell, the limit that student's code met in it, or None.
    reason
        Why a person has to look, or None; a sentence without its full stop. Why the student's
        process was ended, or what the test cells lacked in it.
    measured
        What was measured of that process.
    failure
        A failure of nbjudge itself because of which the outputs must not be scored, or None.
    """

    outputs: list[list[Output]] = field(default_factory=list)
    stops: list[Stop | None] = field(default_factory=list)
    reason: str | None = None
    measured: Measured = field(default_factory=Measured)
    failure: str | None = None

    def stop(self, stop: Stop, reason: str) -> None:
        """Note why the student's process was ended."""
        self.reason, self.measured = reason, replace(self.measured, stopped=stop)

    def fill(self, cells: int) -> None:
        """Say of those of so many cells that have no outputs that they were not run, and why."""
        while len(self.outputs) < cells:
            self.outputs.append([not_run(self.reason)])
        self.stops += [None] * (cells - len(self.stops))


def run_notebook(
    *,
    cells: Sequence[Cell],
    support: Path,
    work: Path,
    limits: Limits,
    sandboxed: bool,
    nursery: Nursery,
    tests: Iterable[str] = (),
    outline: Outline = NOTHING_SAID,
    environment: Mapping[str, str] | None = None,
    cancel: Cancel | None = None,
) -> NotebookRun:
    """Run one notebook in fresh processes.

    Parameters
    ----------
    cells
        The code cells in their order.
    support
        The folder that the judge works in.
    work
        The folder whose files the student's process finds in its own.
    limits
        What the notebook may use.
    sandboxed
        Whether to build a sandbox.
    nursery
        What to fork from.
    tests
        The sources of test cells that bind names, also of those that ``cells`` lacks.
    outline
        What the instructor's notebook says of its names, its test cells by their source.
    environment
        Variables for both processes beyond those of the warm process.
    cancel
        By which another thread may end it; what is returned or raised then is of no use.

    Returns
    -------
    run
        The outputs of all cells, also of those that were not run.

    Raises
    ------
    SandboxError
        There can be no sandbox.
    """
    run = NotebookRun()
    sources = {*tests, *(cell.source for cell in cells if cell.kind == "test")}
    with contextlib.ExitStack() as stack:
        # Both sandboxes are built at the same time.
        places = [
            ProcessSetup(
                limits=limits,
                box=_closed_with(stack, Sandbox(limits, folder)) if sandboxed else None,
                workdir=folder,
                environment=environment or {},
            )
            for folder in (work, support)
        ]
        control, judge_control = _pair(stack)
        # The judge, and with it the student's process, end when nobody listens.
        stack.enter_context((cancel or Cancel()).by(lambda: control.shutdown(socket.SHUT_RDWR)))
        judge_link, student_link = _pair(stack)
        students_warden, student_monitor = _pair(stack, socket.SOCK_SEQPACKET)
        judges_warden, judge_monitor = _pair(stack, socket.SOCK_SEQPACKET)
        nursery.fork_student(student_link, student_monitor, places[0])
        theirs = judge_control, judge_link, students_warden, judge_monitor
        nursery.fork_judge(*theirs, places[1])
        # Else the grader would not hear of the end of the other side.
        for end in (*theirs, student_link, student_monitor):
            end.close()
        channel = Channel(control, 0)
        tests_by_source = {source: read_test(source) for source in sources}
        job = NotebookJob(list(cells), tests_by_source, outline, limits)
        channel.send(job.frame())
        _collect(channel, judges_warden, run, limits)
    run.fill(len(cells))
    return run


def prepare(tests: Iterable[str], *, sandboxed: bool) -> None:
    """Do once what `run_notebook` would else do in each fork of this process.

    Parameters
    ----------
    tests
        The sources of all test cells.
    sandboxed
        Whether there will be sandboxes.

    Raises
    ------
    SandboxError
        There can be no sandbox.
    """
    for source in tests:
        read_test(source)
    if sandboxed:
        bubblewrap.python_folders()
        seccomp.program()


def _closed_with(stack: contextlib.ExitStack, box: Sandbox) -> Sandbox:
    stack.callback(box.close)
    return box


def _pair(
    stack: contextlib.ExitStack, kind: int = socket.SOCK_STREAM
) -> tuple[socket.socket, socket.socket]:
    """Two ends of a connection, which are closed with the stack."""
    first, second = socket.socketpair(socket.AF_UNIX, kind)
    return stack.enter_context(first), stack.enter_context(second)


def _collect(channel: Channel, warden: socket.socket, run: NotebookRun, limits: Limits) -> None:
    """Take the judge's reports until the end; stop a test cell, or the judge, that hangs."""
    try:
        started = parse_report(channel.receive()[0])
    except ChannelClosed:
        raise SandboxError(
            "Cannot grade: the processes of a notebook did not start; the lines above say why."
        ) from None
    assert isinstance(started, Started)
    stopped = False
    try:
        while True:
            try:
                frame, _ = channel.receive(time.monotonic() + limits.cell_seconds + CELL_SLACK)
            except DeadlinePassed:
                if stopped:
                    raise
                _signal(warden, STOP)
                stopped = True
                continue
            stopped = False
            report = parse_report(frame)
            if isinstance(report, Ended):
                run.reason, run.measured = report.reason, report.measured
                run.failure = report.failure
                return
            if isinstance(report, CellShown):
                run.outputs.append(report.outputs)
                run.stops.append(report.stopped)
    except ChannelClosed:
        run.stop(Stop.JUDGE, "the process that judges this notebook ended")
    except DeadlinePassed:
        run.stop(Stop.JUDGE, "a test cell took too long")
        _signal(warden, signal.SIGKILL)


def _signal(warden: socket.socket, number: signal.Signals) -> None:
    with contextlib.suppress(ConnectionError):  # it has ended, and the judge with it
        warden.send(bytes([number]))


_nurseries: dict[tuple[str, ...], Nursery] = {}


def nursery_for(preload: tuple[str, ...], shared: socket.socket | None = None) -> Nursery:
    """The nursery of this process for a list of modules; see `Nursery`."""
    if preload not in _nurseries:
        _nurseries[preload] = Nursery(preload, shared)
        atexit.register(_nurseries[preload].close)
    return _nurseries[preload]
