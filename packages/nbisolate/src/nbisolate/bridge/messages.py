"""The frames between the grader, the judge and the student's process, and one parser for each.

=================  =============  =========================================================
from, to           type           contents
=================  =============  =========================================================
grader, judge      `NotebookJob`  the notebook to judge
judge, grader      `JudgeReady`   the judge is ready
judge, grader      `CellShown`    the outputs of the next cell
judge, grader      `RunFinished`  no cells are left; how the student's process ended
judge, student     `Request`      run a cell, look up a name, apply an operation to objects
student, judge     `OutputFrame`  an output of the code that is running
student, judge     `Reply`        the reply to a request: a value, or an exception as text
supervisor, judge  `ProcessExit`  how the student's process ended
=================  =============  =========================================================

Frames are JSON objects, each followed by a block of bytes (see `nbisolate.bridge.channel`). Those
of the student's process are not trusted: ``parse_from_student`` checks every field. Those of the
judge are checked too, because the judge parses the submission's bytes.
"""

import dataclasses
import json
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from ..result import Measured, Stop
from ..sandbox.limits import Limits
from .channel import ProtocolError
from .outline import CellNames, ComparedCall, GivenImport, Outline, TestCode

Json: TypeAlias = Any  # what ``json.loads`` returns
Output: TypeAlias = dict[str, Any]  # an output of a cell as nbformat has it
Kind: TypeAlias = Literal["student", "test", "in-process"]

# Grader to judge: this cell takes too long. SIGALRM is left to the cell's own code.
STOP = signal.SIGUSR1
# The byte by which a supervisor says that its process is there: in a control group, or without one.
GROUPED, ALONE = b"\1", b"\0"
TEXTS = (200, 10_000, 20_000)  # characters of an exception's name, message and traceback


@dataclass(frozen=True)
class Cell:
    """A code cell of the notebook to run.

    A "student" cell runs in the student's process, and a "test" cell in the judge. An "in-process"
    cell is a test cell that runs in the plain run, in one process with the student's cells.
    """

    source: str
    kind: Kind = "student"


@dataclass(frozen=True)
class NotebookJob:
    """The notebook to judge.

    `tests` has its test cells by their source, including those that are not in `cells`. `outline`
    has test cells by their source, too.
    """

    cells: list[Cell]
    tests: dict[str, TestCode]
    outline: Outline
    limits: Limits

    def frame(self) -> Json:
        """Return the job as a frame, for `parse`."""
        return dataclasses.asdict(self)

    @classmethod
    def parse(cls, frame: Json) -> "NotebookJob":
        """Read the frame. Nothing is checked, because the grader is trusted."""
        return cls(
            [Cell(**cell) for cell in frame["cells"]],
            {source: _test_code(test) for source, test in frame["tests"].items()},
            Outline(
                [GivenImport(**each) for each in frame["outline"]["given"]],
                [CellNames(**each) for each in frame["outline"]["order"]],
            ),
            Limits(**frame["limits"]),
        )


def _test_code(frame: Json) -> TestCode:
    return TestCode(**{**frame, "compared": [ComparedCall(**each) for each in frame["compared"]]})


@dataclass(frozen=True)
class JudgeReady:
    """A report that the judge is ready to run cells.

    `cgroup` is True if the student's process has a control group. It is known before a line of the
    submission runs, and so whatever the submission does to its supervisor.
    """

    cgroup: bool


@dataclass(frozen=True)
class CellShown:
    """A report that a cell has run.

    `stopped` is the limit that the student's code reached in this cell, or None.
    """

    outputs: list[Output]
    stopped: Stop | None = None


@dataclass(frozen=True)
class RunFinished:
    """A report that no cells are left.

    `reason` is a sentence, without its full stop, on why a person must look at the submission: why
    the student's process was ended, or which names test cells did not find in it. None if nobody
    has to look. `measured` are the measurements of that process. `failure` is such a sentence on a
    failure of this package itself because of which the outputs must not be scored, or None.
    """

    reason: str | None
    measured: Measured
    failure: str | None = None


JudgeFrame: TypeAlias = JudgeReady | CellShown | RunFinished


def report_frame(report: JudgeFrame) -> Json:
    """Return a report of the judge's as a frame, for `parse_report`."""
    return {type(report).__name__: dataclasses.asdict(report)}


def parse_report(frame: Json) -> JudgeFrame:
    """Read a report of the judge's.

    Raise `ProtocolError` if the frame is not a report.
    """
    match frame:
        case {"JudgeReady": {"cgroup": bool(cgroup)}}:
            return JudgeReady(cgroup)
        case {"CellShown": {"outputs": list(outputs), "stopped": stopped}} if all(
            type(output) is dict and type(output.get("output_type")) is str for output in outputs
        ):
            return CellShown(outputs, Measured.from_json({"stopped": stopped}).stopped)
        case {
            "RunFinished": {
                "reason": str() | None as reason,
                "measured": measured,
                "failure": str() | None as failure,
            }
        }:
            return RunFinished(reason, Measured.from_json(measured), failure)
    raise ProtocolError("a report from the judge is malformed")


class Request(TypedDict):
    """A request of the judge to the student's process; ``id`` counts the requests.

    ==========  ==========================  ======================  ======================
    ``op``      ``text``                    block of bytes          value of the reply
    ==========  ==========================  ======================  ======================
    run         the source of a cell                                True if it ran through
    name        a name of the notebook                              the object
    set         a name of the notebook      pickled value           the object
    keep        files and imports, as JSON  marshaled modules      None
    kept        a name that an import keeps                         the object
    apply       a key of OPERATIONS         pickled (args, kwargs)  what the operation returns
    ==========  ==========================  ======================  ======================
    """

    id: int
    op: str
    text: str


class ReplyFrame(TypedDict):
    """A reply as it is sent. ``value`` is a tree of the codec, ``error`` three texts and two trees.

    ``own`` is present if the error is a failure of this package itself, and ``changed`` if there
    are names of functions and classes that were looked up and are now bound to something else.
    """

    id: NotRequired[int]
    value: NotRequired[Json]
    error: NotRequired[list[Json]]
    own: NotRequired[bool]
    changed: NotRequired[list[str]]


@dataclass(frozen=True)
class OutputFrame:
    """An output of the student's code, as untrusted JSON; see `nbisolate.bridge.outputs.Shelf`."""

    output: Json


@dataclass(frozen=True)
class Failure:
    """An exception in the student's process, as text.

    `name` is that of its type. `traceback` has only the lines that belong to the student's own
    frames. `tree`, of the handle to it, and `args` are trees of the codec, not yet checked; `args`
    is None if these are not plain data. `own` is True if that process reports that our own
    code failed.
    """

    name: str
    message: str
    traceback: str
    tree: Json
    args: Json = None
    own: bool = False


@dataclass(frozen=True)
class Reply:
    """The reply of the student's process to a request.

    `id` is that of the request. `value` is a tree of the codec, not yet checked, and None if an
    exception was raised instead, the `failure`. `changed` are the names of functions and classes
    that are no longer bound to what a look-up has found.
    """

    id: int
    value: Json
    failure: Failure | None
    changed: Sequence[str] = ()


def parse_from_student(frame: Json) -> OutputFrame | Reply:
    """Read a frame of the student's process, which is not trusted.

    Raise `ProtocolError` if it is neither an output nor a reply.
    """
    if type(frame) is not dict:
        raise ProtocolError("a message is malformed")
    if "output" in frame:
        return OutputFrame(frame["output"])
    number, changed = frame.get("id"), frame.get("changed", [])
    if type(number) is not int or type(changed) is not list:
        raise ProtocolError("a message is malformed")
    if any(type(name) is not str for name in changed):
        raise ProtocolError("a message is malformed")
    if "error" in frame:
        failure = _failure(frame["error"])
        own = frame.get("own") is True
        return Reply(number, None, dataclasses.replace(failure, own=own), changed)
    return Reply(number, frame.get("value", []), None, changed)


def _failure(error: Json) -> Failure:
    match error:
        case [str(name), str(message), str(traceback), tree, args]:
            first, second, third = TEXTS
            return Failure(name[:first], message[:second], traceback[:third], tree, args)
    return Failure("Error", "the submission raised an exception", "", None)


@dataclass(frozen=True)
class ProcessExit:
    """The end of a guarded process, as its supervisor saw it.

    `exit` is its exit code, negative for a signal, or None if the supervisor could not tell. The
    limit that ended the process, if one did, is ``measured.stopped``.
    """

    exit: int | None = None
    measured: Measured = field(default_factory=Measured)

    def message(self) -> bytes:
        """Return it as a message, for `parse`."""
        return json.dumps(dataclasses.asdict(self)).encode()

    @classmethod
    def parse(cls, message: bytes) -> "ProcessExit":
        """Read a supervisor's last message, which is empty if it was ended before it sent one."""
        match json.loads(message or b"{}"):
            case {"exit": int(code), "measured": measured}:
                return cls(code, Measured.from_json(measured))
        return cls()
