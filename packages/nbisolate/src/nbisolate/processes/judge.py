"""The judge: the process that conducts one notebook, and never runs a line that a student wrote.

It sends the student's cells to the student's process, runs the test cells itself, and reports the
outputs of every cell to the grader. If a test cell uses a name that the judge does not have, that
no test cell binds and that no instructor cell imports (see
`nbisolate.processes.instructor_imports`), the name is looked up in the student's process.
"""

import builtins
import contextlib
import functools
import inspect
import os
import signal
import socket
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from IPython.core.error import UsageError

from ..application import current
from ..bridge import arguments, proxies, special_methods
from ..bridge.channel import Channel, ChannelClosedError
from ..bridge.exceptions import (
    NOT_APART,
    StudentEndedError,
    StudentError,
    UndecidedError,
    out_of_memory_message,
)
from ..bridge.internal_errors import is_own_failure, sentence
from ..bridge.messages import (
    STOP,
    Cell,
    CellShown,
    JudgeReady,
    NotebookJob,
    Output,
    RunFinished,
    report_frame,
)
from ..bridge.outputs import (
    SUBMISSION,
    bounded,
    cell_ended,
    error_output,
    not_run,
    tidy,
    without_stderr,
)
from ..bridge.proxies import class_asked_for, shown
from ..bridge.special_methods import is_handle
from . import session
from .argument_mutation import CallsForEffect
from .instructor_imports import GivenNames
from .session import Session
from .shell import Shell

CLASS_ASKED_FOR = (
    "A test cell cannot see that an object of the submission is a {name}: compare the name of its "
    'class, `type(x).__name__ == "{name}"`, or tag this test cell {tag}'
)
MAGIC_MISSING = (
    "A test cell cannot use a magic that another cell defines ({error}): call a function of an "
    "instructor cell, or tag this test cell {tag}"
)
OURS = {module.__file__ for module in (arguments, proxies, session, special_methods)} | {__file__}


class TestStopped(BaseException):
    """Error raised in a cell that takes too long. ``except Exception`` does not catch it."""


def main(control: socket.socket, link: socket.socket, monitor: socket.socket, shell: Shell) -> None:
    """Judge one notebook: receive the job from the grader, and send it the outputs of each cell.

    `control` is connected to the grader, `link` to the student's process, and `monitor` to the
    supervisor of that process. `shell` is for the test cells.
    """
    grader = Channel(control, 0)
    # If the grader was killed or has cancelled the run, nobody waits for the rest.
    with contextlib.suppress(ChannelClosedError):
        frame, _ = grader.receive()
        job = NotebookJob.parse(frame)
        student = Session(Channel(link, job.limits.value_bytes), monitor, job.limits)
        conductor = Conductor(shell, student, job)
        conductor.given.keep()
        grader.send(report_frame(JudgeReady(student.cgroup)))
        for cell in job.cells:
            student.met = None
            outputs = conductor.outputs_of(cell)
            grader.send(report_frame(CellShown(outputs, student.met)))
        student.channel.close()
        # The process now ends because its channel is closed. That is no stop: use the reason, if
        # there is one, that the session noted while cells ran.
        measured = replace(student.ending(seconds=1).measured, stopped=student.stopped)
        reason = student.ended or conductor.at_fault()
        grader.send(
            report_frame(RunFinished(reason, measured, conductor.failure or student.failure))
        )


class Conductor:
    """A runner for the cells of one notebook, which sends each cell to its own process.

    `shell` is for the test cells.
    """

    def __init__(self, shell: Shell, session: Session, job: NotebookJob):
        self.shell = shell
        self.session = session
        self.limits = job.limits
        self.bound = {source: set(test.names) for source, test in job.tests.items()}
        self.standings = job.outline.standings(self.bound)
        shell.transformed = {source: test.code for source, test in job.tests.items()}
        self.tests = job.tests
        self.given = GivenNames(job.outline.given, Path.cwd(), session)
        self.pinned: dict[str, Any] = {}
        mentioned = (test.mentioned for test in job.tests.values())
        session.handles.named = set[str]().union(*mentioned)
        session.handles.folder = Path.cwd()
        # Without the instructor's notebook, a class is taken for theirs if a test names it
        # and its name has a capital, as functions' names have not.
        classes = [cell.classes for cell in job.outline.order]
        capitals = {name for name in session.handles.named if name[:1].isupper()}
        session.handles.taught = set[str]().union(*classes) if classes else capitals
        session.names = shell.user_ns
        session.calls = CallsForEffect(job.tests.values(), OURS)
        self.names = StudentNames(session, self.given)
        self.lacked: dict[str, None] = {}  # names, in the order in which they were missed
        self.undecided: str | None = None  # why a test cell could not judge the answer
        self.collected: list[Output] = []
        shell.redirect(self.collected.append)
        sys.path.insert(0, os.getcwd())
        shell.user_ns["__builtins__"] = self.names
        shell.InteractiveTB.set_mode("Plain")
        shell.text_of = lambda value: shown(value) if is_handle(value) else None
        shell.set_custom_exc((StudentError,), show_student_error)  # type: ignore[no-untyped-call]
        self.failure: str | None = None  # of this package itself
        self.running = False
        signal.signal(STOP, self._stop)
        inspect.getsource = functools.partial(_source, inspect.getsource)

    def outputs_of(self, cell: Cell) -> list[Output]:
        """Run a cell; return its outputs, also if the grader stops it."""
        self.running = True
        try:
            return (self.test if cell.kind == "test" else self.run)(cell.source)
        except TestStopped as error:
            return [error_output("Stopped", str(error), [])]
        except Exception as error:  # outside of the cell
            # A submission can use up the judge's memory: that ends the judge, as any limit does.
            if not is_own_failure(error):
                raise
            self.failure = self.failure or sentence(error)
            return [error_output("Failure", self.failure, [])]
        finally:
            self.running = False

    def _stop(self, signum: int, frame: FrameType | None) -> None:
        # A late signal finds the cell's outputs on their way to the grader. Raised there, the error
        # would leave half a frame on the channel.
        if self.running:
            raise TestStopped("This cell took too long.")

    def run(self, source: str) -> list[Output]:
        """Run a cell of the student's in the student's process; return its outputs."""
        if self.session.ended:
            return [not_run(self.session.ended)]
        success, reason = self.session.run(source)
        outputs = list(map(self._with_sentence, self.session.shelf.take()))
        if reason:
            outputs.append(cell_ended(reason))
        elif not success:
            _show_error(outputs)
        return outputs

    def test(self, source: str) -> list[Output]:
        """Run a test cell here; return the outputs of the student's code, then the judge's own."""
        self.collected.clear()
        self._set_names_apart(source)
        self._bind_given(source)
        result = self.shell.run_cell(source, store_history=True)  # type: ignore[no-untyped-call]
        error = result.error_in_exec
        if error is not None and is_own_failure(error):
            self.failure = self.failure or sentence(error)
        # Exactly the built-in class: a NameError of the submission has a class of its own.
        missed = error.name if type(error) is NameError else None
        if missed and self.given.side(missed) is not None:
            self.lacked[missed] = None
        if sentence_of_ours := self._undecidable(error):
            error = UndecidedError(sentence_of_ours)
            for output in self.collected:
                if output["output_type"] == "error":
                    output |= error_output(
                        "UndecidedError", sentence_of_ours, output["traceback"][:-1]
                    )
        self.undecided = self.undecided or _undecided(error)
        limit = self.limits.output_bytes
        self.shell.flush(limit)
        if not result.success:
            _show_error(self.collected)
        shown = [
            output
            for output in self.session.shelf.take()
            if output["output_type"] in ("stream", "display_data")
        ]
        if current().scores_stderr:
            shown = without_stderr(shown)
        own = [bounded(self._with_sentence(output), limit) for output in self.collected]
        return shown + tidy(own)

    def at_fault(self) -> str | None:
        """Return why test cells could not judge the answer, so that a person must look at it.

        They did not find names that instructor cells import, or ended with an error that only
        we can cause. The reason is a sentence without its full stop; None if they could judge.
        """
        if self.lacked:
            names = ", ".join(self.lacked)
            return f"a test cell did not find {names}, which the instructor's cells import"
        if self.undecided:
            return f"{NOT_APART}: {self.undecided}"
        return None

    def _undecidable(self, error: BaseException | None) -> str | None:
        """Return why a test cell could not judge any answer, if its error shows that."""
        tag = current().in_process_tag
        if name := class_asked_for(error, self.session.handles.kinds.values()):
            return CLASS_ASKED_FOR.format(name=name, tag=tag)
        # Exactly IPython's class: it has looked for the magic in the judge.
        if type(error) is UsageError and str(error).endswith("not found."):
            return MAGIC_MISSING.format(error=str(error).removesuffix("."), tag=tag)
        return None

    def _set_names_apart(self, source: str) -> None:
        """Withhold names that belong to tests, and unbind those that are the student's again.

        A submission that makes a test cell fail, moves it or deletes it must not replace the helper
        that another test cell relies on by a function of its own.
        """
        standing = self.standings.get(source)
        if standing is None:
            others = [names for text, names in self.bound.items() if text != source]
            self.names.withheld = set[str]().union(*others)
            return
        self.names.withheld = standing.withheld
        for name in standing.overwritten:
            self.shell.user_ns.pop(name, None)

    def _bind_given(self, source: str) -> None:
        """Bind the judge's own imports that a test cell mentions.

        They are bound before the cell runs, so that they are pickled with functions that the cell
        passes to the submission. Names that an earlier test cell has bound stay. A name whose
        attributes the cell sets is left to the student's process, where the patched code runs.
        """
        test = self.tests[source]
        names = self.shell.user_ns
        self.names.patched = test.patched
        for name in test.mentioned:
            if name in test.patched:
                if name in self.pinned and names.get(name) is self.pinned[name]:
                    del names[name]
            elif name not in names and self.given.side(name) == "judge":
                with contextlib.suppress(ImportError):  # the cell raises it when it uses the name
                    names[name] = self.pinned[name] = self.given.own(name)

    def _with_sentence(self, output: Output) -> Output:
        """Return an output with a message for a ``MemoryError``, to which Python gives none."""
        if output.get("ename") == "MemoryError" and not output["evalue"]:
            return output | {"evalue": out_of_memory_message(self.limits)}
        return output


class StudentNames(dict[str, Any]):
    """The built-in names, and after them the names of the student's notebook.

    This is the ``__builtins__`` of test cells. Python searches a cell's globals first, and comes
    here for names that the judge does not have. Names in ``withheld`` are never looked up in the
    submission. Imports of instructor cells are found as `nbisolate.processes.instructor_imports`
    describes, except for the names in ``patched``.
    """

    def __init__(self, session: Session, given: GivenNames):
        super().__init__(vars(builtins))
        self.session = session
        self.given = given
        self.withheld: Collection[str] = ()
        self.patched: Collection[str] = ()

    def __missing__(self, name: str) -> Any:
        if name.startswith("__"):
            raise KeyError(name)
        side = None if name in self.patched else self.given.side(name)
        if side == "judge":
            return self.given.own(name)
        if name in self.withheld:
            raise KeyError(name)
        if side == "beside":
            return self.session.lookup(name, "kept")
        if side is None and self.given.may_be_beside(name):
            with contextlib.suppress(KeyError):
                return self.session.lookup(name, "kept")
        return self.session.lookup(name)


def _show_error(outputs: list[Output]) -> None:
    """Add an error to the outputs of a cell that has failed, if there is none among them.

    A grader may give all points to a test cell without an error in its outputs, as nbgrader does.
    """
    if not any(output["output_type"] == "error" for output in outputs):
        failed = "This cell failed with an error that cannot be shown."
        outputs.append(error_output("Error", failed, []))


def _undecided(error: BaseException | None) -> str | None:
    """Return what a test cell could not decide, if an `UndecidedError` has led to its error."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        if type(error) is UndecidedError:
            return str(error).partition(":")[0]  # what follows is advice for the instructor
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def _source(getsource: Callable[[Any], str], item: Any) -> str:
    """Return the source of an object, as ``inspect.getsource`` does, also that of a handle."""
    if not is_handle(item):
        return getsource(item)
    try:
        return str(item._nbisolate_apply("source", item))
    except StudentError as error:
        raise OSError(error.message) from error


def show_student_error(
    shell: Shell,
    etype: type[StudentError],
    error: StudentError,
    tb: TracebackType,
    tb_offset: int | None = None,
) -> list[str]:
    """Show an exception of the student's: the test's frames, then the student's own.

    This is a handler for `InteractiveShell.set_custom_exc`, and returns the lines of the traceback.
    """
    frame = tb
    while frame.tb_next and frame.tb_next.tb_frame.f_code.co_filename not in OURS:
        frame = frame.tb_next
    frame.tb_next = None
    lines: list[str] = shell.InteractiveTB.structured_traceback(
        etype, error, tb, tb_offset=tb_offset
    )
    if error.traceback:
        message = f"{error.name}: {error.message}" if error.message else error.name
        lines.append(f"In the submission:\n{error.traceback}{message}")
    name = error.name if not isinstance(error, StudentEndedError) else "Stopped"
    own = {SUBMISSION: len(lines) - 1} if error.traceback else {}
    shell.emit(error_output(name, error.message, lines) | own)
    return lines
