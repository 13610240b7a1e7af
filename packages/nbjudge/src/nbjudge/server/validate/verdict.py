"""How the shown checks of a student's own notebook went, for the button Validate."""

from dataclasses import dataclass, field
from typing import Any

from nbconvert.filters import ansi2html, strip_ansi

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
        What the student sees at the place: the first line of the cell that says something.
    cell
        The number of the cell in the notebook, from 0.
    source
        What the cell says.
    details
        The whole error as text with ANSI colours; empty where the message says it all.
    about
        The number of the cell to write, whose answer the cell looks at; the cell's own where it is
        that cell, or where there is none.
    title
        What to call that cell: the function that it defines, else its first line.
    follows
        Whether the cell failed only because another one did.
    """

    message: str
    where: str
    cell: int
    source: str
    details: str = ""
    about: int = -1
    title: str = ""
    follows: bool = False


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
        Problems of other cells that end with an error or do not end.
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
        ran = sorted([*self.errors, *self.failed], key=lambda each: (each.about, each.cell))
        return [*self.type_changed, *self.changed, *ran]

    @property
    def summary(self) -> str:
        """One to three sentences about the whole."""
        if self.type_changed or self.changed:
            number = len(self.type_changed or self.changed)
            return f"{_count(number, 'cell')} of the checks {_is(number)} not as handed out."
        failed, passed = len(self.failed), max(self.shown - len(self.failed), 0)
        if failed:
            first = f"{failed} of {_count(max(self.shown, failed), 'shown check')} "
            first += "fails" if failed == 1 else "fail"
        elif self.shown:
            first = f"{_count(passed, 'shown check')} {'passes' if passed == 1 else 'pass'}"
        elif self.errors:
            first = "This notebook shows no checks"
        else:
            first = "This notebook shows no checks; all its cells run"
        later = f"{self.hidden} {'runs' if self.hidden == 1 else 'run'} when your work is graded"
        sentences = f"{first}, {later}." if self.hidden else f"{first}."
        if self.errors and not self.failed:
            others = "A cell" if len(self.errors) == 1 else f"{len(self.errors)} cells"
            sentences += f" {others} that {_is(len(self.errors))} no check"
            sentences += " fails." if len(self.errors) == 1 else " fail."
        if self.written:
            sentences += f" A person reads {_count(self.written, 'written answer')}."
        return sentences

    def blocks(self) -> list[dict[str, Any]]:
        """The problems, one block for each cell to write.

        Returns
        -------
        By block `title`; `cell`, the number of the cell to write; `waiting`, how many checks failed
        only because that cell did; and `reasons`: each with its `message`, the `details` of the
        first error and the `places`, which have a `cell` and its first line, `where`.
        """
        blocks: dict[int, dict[str, Any]] = {}
        for problem in self.problems:
            new = {"title": problem.title, "cell": problem.about, "reasons": {}, "waiting": 0}
            block = blocks.setdefault(problem.about, new)
            if problem.follows:
                block["waiting"] += 1
                continue
            details = strip_ansi(problem.details)
            reason = block["reasons"].setdefault(
                problem.message, {"message": problem.message, "details": details, "places": []}
            )
            if problem.cell != problem.about:
                reason["places"].append({"where": problem.where, "cell": problem.cell})
        return [{**block, "reasons": [*block["reasons"].values()]} for block in blocks.values()]

    def for_page(self) -> dict[str, Any]:
        """What the page is sent: nbgrader's own keys, and all that is said above as `nbjudge`."""
        answer: dict[str, Any] = {
            "nbjudge": {
                "summary": self.summary,
                "passed": not self.problems,
                "blocks": self.blocks(),
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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
