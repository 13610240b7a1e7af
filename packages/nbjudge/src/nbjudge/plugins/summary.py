"""What stands at the top of the feedback: the points, what is missing, and why.

Entry point: `summarize`. The points and what waits for a person come from the gradebook; the
sentences from the outputs that the page shows below, after `HideHiddenTests` has gone over them, so
that nothing is said here which the feedback hides.
"""

from typing import Literal, NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_solution, is_task

from ..course.check_names import ON_STDERR, CheckMessage, check_name, messages_of
from ..course.read_grades import CellGrade, NotebookGrades
from ..course.record import NotebookRecord, Record
from ..course.text import one_line
from .safehtml import without_math_links

MOST_SENTENCES = 5  # of one check
LONGEST_SENTENCE = 300  # characters of a sentence

Outcome = Literal["passed", "partly", "failed", "waiting"]
BY_TESTS = {
    "passed": "passed",
    "partly": "partly",
    "failed": "failed",
    "waiting": "waits for a person",
}
BY_HAND = {**BY_TESTS, "passed": "all points", "partly": "some points", "failed": "no points"}


class Part(NamedTuple):
    """A cell with points: its name, what came of it, and why points are missing.

    `name` and `aspect` are as `nbjudge.course.check_names.check_name` gives them, `grade_id` is
    where a link leads ("" where the notebook lacks the cell), `word` says the outcome. `points` and
    `possible` are in points; `why` holds one sentence a line, fit to be shown.
    """

    name: str
    aspect: str
    grade_id: str
    outcome: Outcome
    word: str
    points: float
    possible: float
    why: list[str]
    by_hand: bool
    comment: bool


class PageSummary(NamedTuple):
    """A notebook's points, those possible, the late penalty in points, and its parts in order.

    `comments` names the cells without points of their own that a person has written a comment on.
    """

    points: float
    possible: float
    penalty: float
    parts: list[Part]
    comments: list[str]

    @property
    def waiting(self) -> float:
        """The points for which a person has still to look."""
        return sum(part.possible for part in self.parts if part.outcome == "waiting")

    @property
    def missing(self) -> list[Part]:
        """The parts that have not all their points, in order."""
        return [part for part in self.parts if part.outcome != "passed"]

    def same_as(self, part: Part) -> Part | None:
        """The first part that lacks points for the very reasons of this one; None if it is this."""
        first = next((each for each in self.missing if each.why == part.why), part)
        return first if part.why and first is not part else None

    @property
    def complete(self) -> list[Part]:
        """The parts that have all their points, in order."""
        return [part for part in self.parts if part.outcome == "passed"]

    def part_of(self, cell: NotebookNode) -> Part | None:
        """The part that a cell of the notebook is; None if it has no points."""
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        return next((part for part in self.parts if grade_id and part.grade_id == grade_id), None)


def summarize(
    nb: NotebookNode, name: str, found: NotebookGrades, record: Record | None
) -> PageSummary:
    """Summarize what a notebook of a submission got.

    Parameters
    ----------
    nb
        The notebook as the feedback shows it.
    name
        The notebook's name.
    found
        What the gradebook holds of it.
    record
        The record of the grading, if there is one.
    """
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in nb.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id")
    }
    places = {name: place for place, name in enumerate(cells)}
    notebooks = record.notebooks if record else {}
    lacked = notebooks.get(name, NotebookRecord()).lacked
    grades = sorted(found.grades.items(), key=lambda g: (places.get(g[0], len(places)), g[0]))
    parts = [_part(cell, grade, cells.get(cell), cell in lacked) for cell, grade in grades]
    points = max(0.0, found.score - found.late_penalty)
    # A check without points is shown where it failed: others may hang on it.
    shown = [part for part in parts if part.possible or part.outcome != "passed"]
    comments = [
        cell
        for cell, node in cells.items()
        if node.metadata.nbgrader.get("comment") and not node.metadata.nbgrader.get("points")
    ]
    return PageSummary(points, found.max_score, found.late_penalty, shown, comments)


def _sentence(message: CheckMessage) -> str:
    """What a student reads of a message."""
    if message.error == "NotImplementedError":  # the stub's own words
        return message.text.removeprefix(f"{message.error}: ")
    if message.error and message.error != ON_STDERR:
        return f"The check ended with an error of Python: {message.text}"
    return message.text


def _part(grade_id: str, grade: CellGrade, cell: NotebookNode | None, lacked: bool) -> Part:
    by_hand = cell is not None and bool(is_solution(cell) or is_task(cell))
    outputs = cell.get("outputs", []) if cell is not None and not by_hand else []
    messages = messages_of(outputs)
    said = [_sentence(each) for each in messages if each.error != ON_STDERR]
    said = said or [_sentence(each) for each in messages]
    possible = grade.max_score
    outcome: Outcome
    if grade.needs_manual_grade:
        outcome = "waiting"
    elif grade.score >= possible and (possible or not said):
        outcome = "passed"
    else:
        outcome = "partly" if grade.score > 0 else "failed"
    why = [without_math_links(one_line(text, LONGEST_SENTENCE)) for text in said[:MOST_SENTENCES]]
    if len(said) > MOST_SENTENCES:
        why.append(f"and {len(said) - MOST_SENTENCES} more, beside the check")
    if lacked:
        why.append("This cell was not in what you handed in, and was put back.")
    name, aspect = check_name(grade_id)
    return Part(
        name,
        aspect,
        grade_id if cell is not None else "",
        outcome,
        (BY_HAND if by_hand else BY_TESTS)[outcome],
        grade.score,
        possible,
        why if outcome != "passed" else [],
        by_hand,
        cell is not None and bool(cell.metadata.nbgrader.get("comment")),
    )
