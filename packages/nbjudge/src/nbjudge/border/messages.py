"""The frames between the grader, the judge and the student's process, and one parser for each.

==================  =================  ============================================================
from, to            type               what it says
==================  =================  ============================================================
grader, judge       `NotebookJob`              the notebook to judge
judge, grader       `Started`          the judge is ready
judge, grader       `CellShown`        the outputs of the next cell
judge, grader       `Ended`            all cells are through; how the student's process ended
judge, student      `Request`          run a cell, look up a name, do something with objects
student, judge      `OutputFrame`            an output of the code that is running
student, judge      `Reply`            the answer to a request: a value, or an exception as text
warden, judge       `Ending`           how the student's process ended
==================  =================  ============================================================

Frames are JSON objects with a block of bytes beside them (see `nbjudge.border.channel`). Those
of the student's process come from a stranger: ``parse_from_student`` checks every field. Those of
the judge are checked too, because the judge parses what a stranger wrote.
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

Json: TypeAlias = Any  # what ``json.loads`` returns
Output: TypeAlias = dict[str, Any]  # an output of a cell as nbformat has it
Kind: TypeAlias = Literal["student", "test", "shared"]

STOP = signal.SIGUSR1  # grader to judge: this cell takes too long (SIGALRM is the cell's own)
TEXTS = (200, 10_000, 20_000)  # characters of an exception's name, message and traceback


@dataclass(frozen=True)
class Cell:
    """A code cell of the notebook to run.

    Parameters
    ----------
    source
        Its text.
    kind
        Whose it is: "student" runs in the student's process, "test" in the judge, and "shared" is
        a test cell that runs in a fork of the student's process.
    """

    source: str
    kind: Kind = "student"


@dataclass(frozen=True)
class TestCode:
    """What can be told of a test cell before it is run.

    Parameters
    ----------
    code
        The cell without IPython's magics, or None if it is no Python.
    names
        What it binds at its top level, or in a function by ``global``; sorted.
    mentioned
        The names and attributes that occur in it; sorted.
    patched
        The names of what it sets attributes of; sorted.
    effects
        Where it makes calls for what they do to their arguments: first and last lines and columns.
    """

    __test__ = False  # no class of tests, whatever pytest thinks of its name

    code: str | None
    names: list[str]
    mentioned: list[str]
    patched: list[str]
    effects: list[list[int]] = field(default_factory=list)


@dataclass(frozen=True)
class GivenImport:
    """A name that a given cell of a notebook imports.

    Parameters
    ----------
    name
        What the cell binds, or "*".
    module
        The full name of the module that it is, or is of.
    statement
        The import of this name alone.
    others
        For "*", the names that the notebook binds otherwise, and that it does not give.
    """

    name: str
    module: str
    statement: str
    others: Sequence[str] = ()


@dataclass(frozen=True)
class CellNames:
    """What a code cell of the instructor's notebook binds.

    Parameters
    ----------
    names
        What it binds at its top level; sorted.
    test
        Of a test cell its grade_id, and for the judge its source; None of any other cell.
    """

    names: Sequence[str]
    test: str | None = None


@dataclass(frozen=True)
class Outline:
    """What the instructor's notebook says, and no submission.

    Parameters
    ----------
    given
        What given cells import, in the order of the notebook.
    order
        What its code cells bind, in their order; empty where there is no such notebook.
    """

    given: Sequence[GivenImport] = ()
    order: Sequence[CellNames] = ()


@dataclass(frozen=True)
class NotebookJob:
    """The notebook to judge.

    Parameters
    ----------
    cells
        The code cells in their order.
    tests
        By their source, the test cells of the notebook, also those that ``cells`` lacks.
    outline
        What the instructor's notebook says, its test cells by their source.
    limits
        What the notebook may use.
    """

    cells: list[Cell]
    tests: dict[str, TestCode]
    outline: Outline
    limits: Limits

    def frame(self) -> Json:
        """The frame that says it."""
        return dataclasses.asdict(self)

    @classmethod
    def parse(cls, frame: Json) -> "NotebookJob":
        """Read the frame; it comes from the grader, who is trusted."""
        return cls(
            [Cell(**cell) for cell in frame["cells"]],
            {source: TestCode(**test) for source, test in frame["tests"].items()},
            Outline(
                [GivenImport(**each) for each in frame["outline"]["given"]],
                [CellNames(**each) for each in frame["outline"]["order"]],
            ),
            Limits(**frame["limits"]),
        )


@dataclass(frozen=True)
class Started:
    """The judge has begun."""


@dataclass(frozen=True)
class CellShown:
    """A cell is through.

    Parameters
    ----------
    outputs
        What it has shown.
    stopped
        The limit that student's code met in it, or None.
    """

    outputs: list[Output]
    stopped: Stop | None = None


@dataclass(frozen=True)
class Ended:
    """All cells are through.

    Parameters
    ----------
    reason
        Why a person has to look, a sentence without its full stop: why the student's process was
        ended, or what test cells lacked in it. None if nobody has to.
    measured
        What was measured of that process.
    failure
        The failure of nbjudge itself because of which the outputs must not be scored, or None; a
        sentence as `reason` is.
    """

    reason: str | None
    measured: Measured
    failure: str | None = None


JudgeFrame: TypeAlias = Started | CellShown | Ended


def report_frame(report: JudgeFrame) -> Json:
    """The frame that says a report of the judge's."""
    return {type(report).__name__: dataclasses.asdict(report)}


def parse_report(frame: Json) -> JudgeFrame:
    """Read a report of the judge's.

    Raises
    ------
    ProtocolError
        It is none.
    """
    match frame:
        case {"Started": {}}:
            return Started()
        case {"CellShown": {"outputs": list(outputs), "stopped": stopped}} if all(
            type(output) is dict and type(output.get("output_type")) is str for output in outputs
        ):
            return CellShown(outputs, Measured.from_json({"stopped": stopped}).stopped)
        case {
            "Ended": {
                "reason": str() | None as reason,
                "measured": measured,
                "failure": str() | None as failure,
            }
        }:
            return Ended(reason, Measured.from_json(measured), failure)
    raise ProtocolError("a report of the judge is malformed")


class Request(TypedDict):
    """Something the judge asks the student's process for; ``id`` counts the requests.

    ==========  ==========================  ======================  ======================
    ``op``      ``text``                    block of bytes          value of the reply
    ==========  ==========================  ======================  ======================
    run         the source of a cell                                the dtype new tensors have
    shared      the source of a test cell   pickled names [1]_      None, or why it failed
    name        a name of the notebook                              the object
    set         a name of the notebook      pickled value           the object
    keep        files and imports, as JSON                          None
    kept        a name that an import keeps                         the object
    apply       a key of OPERATIONS         pickled (args, kwargs)  what the operation returns
    ==========  ==========================  ======================  ======================

    .. [1] What it finds by name, the names that it binds, and those bound by earlier such cells.
    """

    id: int
    op: str
    text: str


class ReplyFrame(TypedDict):
    """A reply as it is sent: ``value`` is a tree of the codec, ``error`` three texts and a tree.

    ``own`` says that the error is a failure of nbjudge itself.
    """

    id: NotRequired[int]
    value: NotRequired[Json]
    error: NotRequired[list[Json]]
    own: NotRequired[bool]


@dataclass(frozen=True)
class OutputFrame:
    """An output of the student's code, not yet looked at.

    Parameters
    ----------
    output
        JSON from a stranger; see `nbjudge.border.outputs.Shelf`.
    """

    output: Json


@dataclass(frozen=True)
class Failure:
    """An exception in the student's process, as text.

    Parameters
    ----------
    name, message, traceback
        The name of its type, what it said, and the lines of the student's own frames.
    tree
        A tree for the codec, of the handle to it; not yet looked at.
    own
        Whether that process says that nbjudge's own code failed.
    """

    name: str
    message: str
    traceback: str
    tree: Json
    own: bool = False


@dataclass(frozen=True)
class Reply:
    """The student's process has done what was asked.

    Parameters
    ----------
    id
        Of the request.
    value
        A tree for the codec, not yet looked at; None if ``failure`` is given.
    failure
        The exception that came instead, or None.
    """

    id: int
    value: Json
    failure: Failure | None


def parse_from_student(frame: Json) -> OutputFrame | Reply:
    """Read a frame that a stranger sent.

    Raises
    ------
    ProtocolError
        It is none of the two that there are.
    """
    if type(frame) is not dict:
        raise ProtocolError("a message is malformed")
    if "output" in frame:
        return OutputFrame(frame["output"])
    number = frame.get("id")
    if type(number) is not int:
        raise ProtocolError("a message is malformed")
    if "error" in frame:
        failure = _failure(frame["error"])
        own = frame.get("own") is True
        return Reply(number, None, dataclasses.replace(failure, own=own))
    return Reply(number, frame.get("value", []), None)


def _failure(error: Json) -> Failure:
    match error:
        case [str(name), str(message), str(traceback), tree]:
            first, second, third = TEXTS
            return Failure(name[:first], message[:second], traceback[:third], tree)
    return Failure("Error", "the submission raised an exception", "", None)


@dataclass(frozen=True)
class Ending:
    """How a guarded process ended, as its warden saw it.

    Parameters
    ----------
    exit
        Its exit code, below zero for a signal; None where the warden could not say.
    measured
        What its warden has measured; ``stopped`` is what the process ended of, or None where it
        ended of nothing.
    """

    exit: int | None = None
    measured: Measured = field(default_factory=Measured)

    def message(self) -> bytes:
        """The message that says it."""
        return json.dumps(dataclasses.asdict(self)).encode()

    @classmethod
    def parse(cls, message: bytes) -> "Ending":
        """Read a warden's last message; it is empty where it was ended before it could speak."""
        match json.loads(message or b"{}"):
            case {"exit": int(code), "measured": measured}:
                return cls(code, Measured.from_json(measured))
        return cls()
