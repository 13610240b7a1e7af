"""How the shown checks of a student's own notebook went, for the button Validate."""

import ast
import builtins
import re
from dataclasses import dataclass, field
from typing import Any

from nbconvert.filters import ansi2html, strip_ansi
from nbformat import NotebookNode
from nbgrader.utils import (
    compute_checksum,
    determine_grade,
    is_grade,
    is_locked,
    is_solution,
)

SECONDS = 10  # of wall time for a cell; a person waits
STOPPED = f"Ended, as it took longer than {SECONDS} seconds. Is there a loop without an end?"
VALIDATING = {"NBGRADER_VALIDATING": "1", "NBGRADER_EXECUTION": "validate"}


@dataclass(frozen=True)
class Problem:
    """Something that keeps a notebook from passing.

    Attributes
    ----------
    message
        One or a few sentences for the student.
    where
        What the student sees at the place: the first line of the cell.
    cell
        The number of the cell in the notebook, from 0.
    source
        What the cell says.
    details
        The whole error as text with ANSI colours; empty where the message says it all.
    """

    message: str
    where: str
    cell: int
    source: str
    details: str = ""


@dataclass
class Verdict:
    """How the checks of a notebook went.

    Attributes
    ----------
    shown, hidden, written
        How many checks with points the student sees, how many run only when the work is graded,
        and how many answers a person reads.
    failed
        A problem for each shown check that does not pass.
    errors
        A problem for the first of the other cells that ends with an error.
    changed, type_changed
        Locked cells that the student has changed, and cells that are of another type than they
        were handed out as. With either of them nothing is run.
    """

    shown: int = 0
    hidden: int = 0
    written: int = 0
    failed: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    changed: list[Problem] = field(default_factory=list)
    type_changed: list[Problem] = field(default_factory=list)

    @property
    def problems(self) -> list[Problem]:
        """All problems in the order in which to mend them."""
        errors = self.errors if self.failed else []
        return [*self.type_changed, *self.changed, *errors, *self.failed]

    @property
    def summary(self) -> str:
        """One sentence or two about the whole."""
        if self.type_changed or self.changed:
            number = len(self.type_changed or self.changed)
            return f"{_count(number, 'cell')} of the checks {_is(number)} not as handed out."
        failed, passed = len(self.failed), max(self.shown - len(self.failed), 0)
        if failed:
            first = f"{failed} of {_count(max(self.shown, failed), 'shown check')} "
            first += "fails" if failed == 1 else "fail"
        elif self.shown:
            first = f"{_count(passed, 'shown check')} {'passes' if passed == 1 else 'pass'}"
        else:
            first = "This notebook shows no checks"
        later = f"{self.hidden} {'runs' if self.hidden == 1 else 'run'} when your work is graded"
        sentences = f"{first}, {later}." if self.hidden else f"{first}."
        if self.written:
            sentences += f" A person reads {_count(self.written, 'written answer')}."
        return sentences

    def for_page(self) -> dict[str, Any]:
        """What the page is sent: nbgrader's own keys, and all that is said above as `nbjudge`."""
        answer: dict[str, Any] = {
            "nbjudge": {
                "summary": self.summary,
                "passed": not self.problems,
                "problems": [
                    {
                        "message": problem.message,
                        "where": problem.where,
                        "cell": problem.cell,
                        "details": strip_ansi(problem.details),
                    }
                    for problem in self.problems
                ],
            }
        }
        if self.type_changed:
            answer["type_changed"] = [
                {"source": each.source, "old_type": each.where, "new_type": each.details}
                for each in self.type_changed
            ]
        elif self.changed:
            answer["changed"] = [{"source": each.source} for each in self.changed]
        elif self.failed:
            answer["failed"] = [
                {
                    "source": each.source,
                    "error": ansi2html(each.details or each.message),
                    "raw_error": each.details or each.message,
                }
                for each in self.failed
            ]
        return answer


def is_check(cell: NotebookNode) -> bool:
    """Whether a cell is a check: code that is graded, and no answer of a student's."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def look_at(cell: NotebookNode, number: int, verdict: Verdict) -> None:
    """Note what can be told of a cell before it is run."""
    own = cell.metadata.get("nbgrader", {})
    handed_out = own.get("cell_type", cell.cell_type)
    if (is_grade(cell) or is_solution(cell) or is_locked(cell)) and handed_out != cell.cell_type:
        message = f"This cell was handed out as {handed_out} and now is {cell.cell_type}."
        problem = Problem(message, cell.cell_type, number, cell.source.strip(), handed_out)
        verdict.type_changed.append(problem)
    elif is_locked(cell) and own.get("checksum") not in (None, compute_checksum(cell)):
        message = (
            "This check was changed. Your work is graded with the check as it was handed out: "
            "take that back, and try again."
        )
        verdict.changed.append(_problem(message, cell, number))
    elif is_check(cell) and own.get("points"):
        if _has_code(cell.source):
            verdict.shown += 1
        else:
            verdict.hidden += 1
    elif is_grade(cell) and is_solution(cell):
        verdict.written += 1


def judge(cell: NotebookNode, number: int, verdict: Verdict) -> None:
    """Note how a cell went."""
    if cell.cell_type != "code":
        return
    # nbgrader takes all points for a warning; in grading it costs none.
    cell.outputs = [each for each in cell.outputs if each.get("name") != "stderr"]
    error = _error_of(cell)
    if error is not None:
        problem = _problem(_message(error), cell, number, "\n".join(error.traceback))
    if is_check(cell):
        score, most = determine_grade(cell)
        if error is not None and (most == 0 or score < most):
            verdict.failed.append(problem)
        elif score is not None and score < most:
            verdict.failed.append(_problem(f"{score:g} of {most:g} points.", cell, number))
    elif error is not None and not verdict.errors:
        verdict.errors.append(problem)  # those after it may follow from it


def _error_of(cell: NotebookNode) -> NotebookNode | None:
    """The error of a cell that says most: what ended it, else the first."""
    errors = [each for each in cell.outputs if each.output_type == "error"]
    ended = [each for each in errors if each.ename == "Stopped"]
    return next(iter(ended + errors), None)


def _message(error: NotebookNode) -> str:
    # The name of a cell's code means nothing to who reads this.
    text = re.sub(r"\(<.*>, (line \d+)\)$", r"(\1)", error.evalue.strip())
    if error.ename in BUILT_IN and error.ename not in SENTENCES:
        return f"{error.ename}: {text}" if text else str(error.ename)
    return text or str(error.ename)


BUILT_IN = {name for name in dir(builtins) if name.endswith(("Error", "Exception", "Interrupt"))}
SENTENCES = {"AssertionError", "NotImplementedError"}  # their message says it all


def _problem(message: str, cell: NotebookNode, number: int, details: str = "") -> Problem:
    source = cell.source.strip()
    where = source.partition("\n")[0].lstrip("# ") or f"cell {number + 1}"
    return Problem(message, where, number, source, details)


def _has_code(source: str) -> bool:
    """Whether a cell does anything: what is left of a hidden check is a comment."""
    try:
        return bool(ast.parse(source).body)
    except SyntaxError:  # a magic
        return True


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
