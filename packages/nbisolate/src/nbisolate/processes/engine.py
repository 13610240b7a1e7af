"""The engine: one notebook in two processes, the student's cells apart from the test cells.

In-process test cells cannot be judged from outside. Their outputs come from a *plain run*: the
notebook runs a second time, whole and in one process, as graders without a judge run it.

Entry point: `run_notebook`.
"""

import contextlib
import signal
import socket
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from ..application import Application
from ..bridge.channel import Channel, ChannelClosedError, DeadlinePassedError
from ..bridge.exceptions import NOT_APART
from ..bridge.messages import (
    STOP,
    Cell,
    CellShown,
    JudgeReady,
    NotebookJob,
    Output,
    RunFinished,
    parse_report,
)
from ..bridge.outline import Outline
from ..bridge.outputs import SUBMISSION, not_run, without_stderr
from ..errors import SandboxError
from ..result import Measured, Stop
from ..sandbox.bubblewrap import Sandbox
from ..sandbox.limits import Limits
from .cancel import Cancel
from .forkserver import ForkServer, ProcessSetup
from .name_analysis import read_test

__all__ = ["Cell", "NotebookRun", "run_notebook"]

NOTHING_SAID = Outline()
# Seconds that a cell has beyond the limit of the calls that it makes. The judge ends a call by
# itself, which takes up to `session.GRACE` seconds more: it must not be stopped before.
CELL_SLACK = 5
# How the process ended is in the outputs of its cells. Here it is left out, because students read
# this sentence: an exit code could say what a hidden test looks like.
PLAIN_ENDED = "the run that grades the {} cells was stopped"


@dataclass
class CellRun:
    """The result of running a cell.

    Attributes
    ----------
    outputs
        The outputs, in nbformat.
    stop
        The limit that the student's code met in it, or None.
    own_entry
        The index, in the traceback of its error, of the first entry that is the submission's own,
        or None.
    """

    outputs: list[Output]
    stop: Stop | None = None
    own_entry: int | None = None


@dataclass
class NotebookRun:
    """The result of running a notebook: the results of its cells, and why it was stopped.

    `reason` is a sentence, without its full stop, on why a person must look at the
    submission: why the student's process was ended, or which names test cells did not find. It
    begins with `NOT_APART` if a test cell could not check an answer. None if nobody has to look.
    `failure` is a failure of this package itself because of which the outputs must not be scored.

    `judged_stop` and `is_undecided` say less, and nothing of the plain run, in which a submission
    can read tests: why the student's process was ended in the run with the judge, or None, and
    whether a test cell there could not check an answer. Students may learn these two.
    """

    NOT_APART: ClassVar[str] = NOT_APART

    cells: list[CellRun] = field(default_factory=list)
    reason: str | None = None
    measured: Measured = field(default_factory=Measured)
    failure: str | None = None
    judged_stop: Stop | None = None
    is_undecided: bool = False

    @property
    def outputs(self) -> list[list[Output]]:
        """The outputs of each cell."""
        return [cell.outputs for cell in self.cells]

    def stop(self, stop: Stop, reason: str) -> None:
        """Note why the student's process was ended."""
        self.reason = reason
        self.measured = replace(self.measured, stopped=stop)

    def fill(self, cells: int) -> None:
        """Add results up to the number of cells: each says that its cell was not run, and why."""
        while len(self.cells) < cells:
            self.cells.append(CellRun([not_run(self.reason)]))


def run_notebook(
    *,
    cells: Sequence[Cell],
    support: Path,
    work: Path,
    limits: Limits,
    sandboxed: bool,
    forkserver: ForkServer,
    tests: Iterable[str] = (),
    outline: Outline = NOTHING_SAID,
    environment: Mapping[str, str] | None = None,
    cancel: Cancel | None = None,
    with_all_tests: bool = False,
) -> NotebookRun:
    """Run one notebook in fresh processes, and a second time if it has in-process cells.

    The judge finds the files of the folder `support` in its working directory, and the student's
    process those of `work`. Without a sandbox, `work` is that directory, for both runs. The limits
    are for each run. `tests` are the sources of test cells that bind names, including those that
    are not in `cells`, and `outline` has test cells by their source. `environment` is added to that
    of the fork server. With `with_all_tests`, test cells that are not in-process take part in the
    second run, too, but their outputs come from the first.

    Another thread can end the run by `cancel`: then ignore the result, or the error. The result has
    outputs for all cells, including those that were not run. Raise `SandboxError` if the sandbox
    cannot be built, or the processes did not start.
    """
    support = support.resolve()  # bubblewrap and the fork server work in the folder /
    work = work.resolve()
    sources = {*tests, *(cell.source for cell in cells if cell.kind == "test")}
    tests_by_source = {source: read_test(source) for source in sources}
    setup = ProcessSetup(
        limits=limits,
        box=None,
        workdir=support,
        environment=environment or {},
        application=forkserver.application,
    )
    cancel = cancel or Cancel()

    def run(cells: list[Cell]) -> NotebookRun:
        job = NotebookJob(cells, tests_by_source, outline, limits)
        return _run(job, setup, work, sandboxed, forkserver, cancel)

    judged = run([cell for cell in cells if cell.kind != "in-process"])
    judged.judged_stop = judged.measured.stopped
    judged.is_undecided = judged.reason is not None and judged.judged_stop is None
    if len(judged.cells) == len(cells) or judged.failure:
        judged.fill(len(cells))
        return judged
    together = [cell for cell in cells if with_all_tests or cell.kind != "test"]
    plain = run([Cell(cell.source) for cell in together])
    return _merged(cells, judged, plain, with_all_tests, forkserver.application)


def _merged(
    cells: Sequence[Cell],
    judged: NotebookRun,
    plain: NotebookRun,
    with_all_tests: bool,
    application: Application,
) -> NotebookRun:
    """Return the judged run, with the outputs of in-process cells from the plain run."""
    plain_ended = PLAIN_ENDED.format(application.in_process_tag) if plain.reason else None
    merged = NotebookRun(
        reason=judged.reason or plain_ended,
        measured=Measured.of_all([judged.measured, plain.measured], 0.0),
        failure=plain.failure,
        judged_stop=judged.judged_stop,
        is_undecided=judged.is_undecided,
    )
    in_judged = iter(judged.cells)
    in_plain = iter(plain.cells)
    for cell in cells:
        together = next(in_plain) if with_all_tests or cell.kind != "test" else None
        if cell.kind != "in-process":
            merged.cells.append(next(in_judged))
            continue
        assert together is not None  # all in-process cells take part in the plain run
        if application.scores_stderr:
            together.outputs = without_stderr(together.outputs)
        merged.cells.append(together)
    return merged


def _run(
    job: NotebookJob,
    setup: ProcessSetup,
    work: Path,
    sandboxed: bool,
    forkserver: ForkServer,
    cancel: Cancel,
) -> NotebookRun:
    run = NotebookRun()
    with contextlib.ExitStack() as stack:
        students = replace(setup, workdir=work)
        judges = setup
        if sandboxed:
            # ``Sandbox`` does not wait for bubblewrap, so both are built at the same time. The
            # request to fork waits.
            students = replace(students, box=_sandbox(stack, students))
            judges = replace(judges, box=_sandbox(stack, judges))
        # Four connections have eight ends; contributing.md has the drawing. `control` and
        # `judges_supervisor` stay here. The forkserver passes `student_link` to the student's
        # process, `student_monitor` to its supervisor, `judge_control`, `judge_link` and
        # `students_supervisor` to the judge, and `judge_monitor` to the judge's supervisor.
        control, judge_control = _pair(stack)
        # To cancel is to shut down this connection: `_collect` then returns at once. The stack ends
        # the judge, and with the judge's own sockets closed the student's supervisor ends the
        # student's process.
        stack.enter_context(cancel.by(lambda: control.shutdown(socket.SHUT_RDWR)))
        judge_link, student_link = _pair(stack)
        students_supervisor, student_monitor = _pair(stack, socket.SOCK_SEQPACKET)
        judges_supervisor, judge_monitor = _pair(stack, socket.SOCK_SEQPACKET)
        students_ends = student_link, student_monitor
        judges_ends = judge_control, judge_link, students_supervisor, judge_monitor
        forkserver.fork("student", students_ends, students)
        forkserver.fork("judge", judges_ends, judges)
        # A socket reports the end of the other side only once every copy of that side's end is
        # closed. With a copy left here, a dead judge would look like a slow one.
        for end in (*students_ends, *judges_ends):
            end.close()
        _collect(Channel(control, 0), judges_supervisor, run, job, sandboxed)
    run.fill(len(job.cells))
    return run


def _sandbox(stack: contextlib.ExitStack, setup: ProcessSetup) -> Sandbox:
    """Begin to build the sandbox of a process, which ends with the stack.

    Raise `SandboxError` if bubblewrap is missing.
    """
    box = Sandbox(setup.limits, setup.workdir, setup.application)
    return stack.enter_context(contextlib.closing(box))


def _pair(
    stack: contextlib.ExitStack, kind: int = socket.SOCK_STREAM
) -> tuple[socket.socket, socket.socket]:
    """Return the two ends of a new connection, which are closed with the stack."""
    first, second = socket.socketpair(socket.AF_UNIX, kind)
    return stack.enter_context(first), stack.enter_context(second)


def _collect(
    channel: Channel, supervisor: socket.socket, run: NotebookRun, job: NotebookJob, sandboxed: bool
) -> None:
    """Send the job and receive the judge's reports; stop a test cell, or a judge, that hangs.

    Raise `SandboxError` if the judge did not start.
    """
    # Counted from the last report, in seconds:
    #   cell_seconds               the judge itself ends a call to the student's process that the
    #                              cell has made at its beginning
    #   cell_seconds + CELL_SLACK  STOP: the test cell itself hangs. The judge raises an error in
    #                              it, reports the cell, and goes on with the next one
    #   twice as long              SIGKILL: the judge is deaf to signals, as in C code. This loses
    #                              all later cells, so STOP is tried first
    try:
        channel.send(job.frame())
        started = parse_report(channel.receive()[0])
    except ChannelClosedError:
        raise SandboxError(
            "the processes of a notebook did not start; see the messages above"
        ) from None
    assert isinstance(started, JudgeReady)
    # Facts of the machine, whatever the submission or a judge in its hands make of the rest.
    run.measured = Measured(sandbox=sandboxed, cgroup=started.cgroup or not sandboxed)
    stopped = False
    try:
        while True:
            try:
                frame, _ = channel.receive(time.monotonic() + job.limits.cell_seconds + CELL_SLACK)
            except DeadlinePassedError:
                if stopped:
                    raise
                _signal(supervisor, STOP)
                stopped = True
                continue
            stopped = False
            report = parse_report(frame)
            if isinstance(report, RunFinished):
                run.reason, run.failure = report.reason, report.failure
                facts = run.measured
                run.measured = replace(report.measured, sandbox=facts.sandbox, cgroup=facts.cgroup)
                return
            if isinstance(report, CellShown):
                own_entry = _take_own_entry(report.outputs)
                run.cells.append(CellRun(report.outputs, report.stopped, own_entry))
    except ChannelClosedError:
        run.stop(Stop.JUDGE, "the process that runs the test cells ended")
    except DeadlinePassedError:
        run.stop(Stop.JUDGE, "a test cell took too long")
        _signal(supervisor, signal.SIGKILL)


def _take_own_entry(outputs: list[Output]) -> int | None:
    """Remove the key that nbformat does not have from outputs; return the index it stands for."""
    entries = [output.pop(SUBMISSION, None) for output in outputs]
    return next((entry for entry in entries if type(entry) is int), None)


def _signal(supervisor: socket.socket, number: signal.Signals) -> None:
    with contextlib.suppress(ConnectionError):  # the supervisor has ended, and the judge with it
        supervisor.send(bytes([number]))
