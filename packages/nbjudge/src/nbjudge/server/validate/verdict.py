"""Results of the shown checks of a student's own notebook, for the Validate button."""

from dataclasses import dataclass, field
from typing import Any

from nbconvert.filters import ansi2html, strip_ansi

from ...files.text import counted

SECONDS = 10  # the time limit of a cell (wall time); it is short because a student waits
STOPPED = f"Stopped, because it took longer than {SECONDS} seconds. Is there an infinite loop?"
IN_A_KERNEL = (
    "The checks ran in your notebook's kernel. Grading uses another process, so its results may "
    "differ."
)
VALIDATING = {"NBGRADER_VALIDATING": "1", "NBGRADER_EXECUTION": "validate"}


class RunCancelledError(Exception):
    """Error for a run that another thread has cancelled."""


@dataclass(frozen=True)
class Problem:
    """Problem that keeps a notebook from passing.

    `message` is one or a few sentences for the student. `where` is the cell's first line with
    content, by which the student recognizes it. `cell` counts from 0. `details` is the whole error
    with ANSI colors, or "" if the message is enough. `about` is the number of the solution cell
    that the cell depends on, or the cell's own number if it is that cell or there is none; `title`
    is the function that this cell defines, else its first line. `follows` is True if the cell
    failed only because another one did.
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
    """Results of the checks of a notebook.

    `shown`, `hidden` and `written` count the checks with points that the student sees, the checks
    that run only in grading, and the answers that a person reads. `failed` has a problem for each
    shown check that does not pass, and `errors` for each other cell that ends with an error or is
    stopped. `changed` has one for each locked cell that the student has changed, and `type_changed`
    for each cell whose type is not the released one; if there is any, nothing is run. `in_a_kernel`
    is True if the checks ran in a Jupyter kernel, together with the student's cells.
    """

    shown: int = 0
    hidden: int = 0
    written: int = 0
    failed: list[Problem] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    changed: list[Problem] = field(default_factory=list)
    type_changed: list[Problem] = field(default_factory=list)
    in_a_kernel: bool = False

    @property
    def problems(self) -> list[Problem]:
        """All problems, in the order in which the student should fix them."""
        ran = sorted([*self.errors, *self.failed], key=lambda each: (each.about, each.cell))
        return [*self.type_changed, *self.changed, *ran]

    @property
    def summary(self) -> str:
        """One to three sentences about the whole notebook."""
        if self.type_changed or self.changed:
            number = len(self.type_changed or self.changed)
            return f"{counted(number, 'check')} {_is(number)} different from the released version."
        failed, passed = len(self.failed), max(self.shown - len(self.failed), 0)
        if failed:
            first = f"{failed} of {counted(max(self.shown, failed), 'shown check')} "
            first += "fails" if failed == 1 else "fail"
        elif self.shown:
            first = f"{counted(passed, 'shown check')} {'passes' if passed == 1 else 'pass'}"
        elif self.errors:
            first = "This notebook shows no checks"
        else:
            first = "This notebook shows no checks; all its cells run"
        later = f"{self.hidden} {'runs' if self.hidden == 1 else 'run'} when your work is graded"
        sentences = f"{first}, {later}." if self.hidden else f"{first}."
        if self.errors and not self.failed:
            others = "A cell" if len(self.errors) == 1 else f"{len(self.errors)} cells"
            sentences += f" {others} outside the checks"
            sentences += " fails." if len(self.errors) == 1 else " fail."
        if self.written:
            sentences += f" A grader will read {counted(self.written, 'written answer')}."
        return f"{sentences} {IN_A_KERNEL}" if self.in_a_kernel else sentences

    def blocks(self) -> list[dict[str, Any]]:
        """Group the problems into blocks, one for each solution cell.

        `cell` is the number of the solution cell, and `waiting` the number of checks that failed
        only because that cell did. Each of the `reasons` has a `message`, the `details` of the
        first error, and `places`, each with the number of its `cell` and `where`, its first line.
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
        """Return the reply to the page: nbgrader's own keys, and nbjudge's under `nbjudge`.

        nbjudge's button reads only the key `nbjudge`, which groups the problems by answer. The keys
        `type_changed`, `changed` and `failed` repeat them cell by cell in nbgrader's format: the
        route is nbgrader's, and a client that was written for it reads nothing else. As in
        nbgrader's reply, at most one of the three is there.
        """
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


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
