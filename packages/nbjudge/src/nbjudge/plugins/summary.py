"""The summary at the top of a feedback page: points, missing points, and the reasons.

Entry point: `summarize`. The points, and the cells that need manual grading, come from the
gradebook. The sentences come from the outputs on the page. `HideHiddenTests` has already filtered
those, so the summary reveals nothing that the feedback hides.
"""

import base64
from typing import Literal, NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_solution, is_task

from ..course.check_names import check_name
from ..course.failed_cells import (
    LONGEST_SENTENCE,
    FailedNames,
    failed_names,
    is_unwritten,
    messages_of,
    reasons,
    sentences,
    without_case,
)
from ..course.visible import CONCEALED, COUNTED_LATER
from ..files.text import one_line
from ..gradebook.record import NotebookRecord, Record
from ..gradebook.scores import NotebookGrades
from .safehtml import without_math_links

MOST_PICTURES = 2  # of one check, at the top
LARGEST_PICTURE = 200_000  # characters

Outcome = Literal["passed", "partly", "failed", "unwritten", "waiting", "later"]
BY_TESTS = {
    "passed": "passed",
    "partly": "partly",
    "failed": "failed",
    "unwritten": "not written",
    "waiting": "needs manual grading",
    "later": "counted after the due date",
}
BY_HAND = {**BY_TESTS, "passed": "all points", "partly": "some points", "failed": "no points"}


class Part(NamedTuple):
    """A cell with points: its name, the outcome, and the reasons for missing points.

    `name` and `aspect` are those that `nbjudge.course.check_names.check_name` returns. `grade_id`
    is the target of a link to the cell, or "" if the notebook lacks it. `word` is the page's word
    for the outcome. `messages` has one sentence per item, safe to be shown. `comment` is True if a
    person has commented on it. `pictures` has the last pictures of a check without full points,
    each as a `data:` URL with its plain text.
    """

    name: str
    aspect: str
    grade_id: str
    outcome: Outcome
    word: str
    points: float
    possible: float
    messages: list[str]
    by_hand: bool
    comment: bool
    pictures: list[tuple[str, str]]


class Block(NamedTuple):
    """The checks of one function, or a write-up, as one block of the page."""

    parts: list[Part]

    @property
    def groups(self) -> list[list[Part]]:
        """The parts without full points, in groups with the same reason."""
        groups: list[list[Part]] = []
        for part in self.parts:
            if part.outcome != "passed":
                group = next((each for each in groups if _is_alike(each[0], part)), None)
                groups.append([part]) if group is None else group.append(part)
        return groups

    @property
    def passed(self) -> list[Part]:
        """The parts with full points, in order."""
        return [part for part in self.parts if part.outcome == "passed"]


class PageSummary(NamedTuple):
    """The summary of a notebook.

    The score in `points` is after the late penalty. `comments` has the names of cells without
    points that a person has commented on. `notes` are sentences without full stops about
    differences from the release at the time of submission.
    """

    points: float
    possible: float
    penalty: float
    parts: list[Part]
    comments: list[str]
    notes: list[str]

    @property
    def waiting(self) -> float:
        """The maximum score of the cells that still need manual grading, in points."""
        return sum(part.possible for part in self.parts if part.outcome == "waiting")

    @property
    def later(self) -> float:
        """The maximum score of the cells that count after the due date, in points."""
        return sum(part.possible for part in self.parts if part.outcome == "later")

    @property
    def uncounted(self) -> bool:
        """True if some points are not shown yet, and so not part of `points`."""
        return any(part.outcome == "partly" and not part.points for part in self.parts)

    @property
    def blocks(self) -> list[Block]:
        """The parts by function, in order."""
        names = dict.fromkeys(part.name for part in self.parts)
        return [Block([part for part in self.parts if part.name == name]) for name in names]

    @property
    def drawn(self) -> Part | None:
        """The first check with the most pictures, which are shown at the top; None without any."""
        first = max(self.parts, key=lambda part: len(part.pictures), default=None)
        return first if first and first.pictures else None

    def part_of(self, cell: NotebookNode) -> Part | None:
        """Return the part for a cell of the notebook; None if the cell has no points."""
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        return next((part for part in self.parts if grade_id and part.grade_id == grade_id), None)


def summarize(
    nb: NotebookNode, name: str, found: NotebookGrades, record: Record | None
) -> PageSummary:
    """Summarize the grades of a submission's notebook, given as the feedback shows it.

    `record` is None if the submission has no grading record.
    """
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in nb.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id")
    }
    numbers = {name: number for number, name in enumerate(cells)}
    noted = (record or Record()).notebooks.get(name, NotebookRecord())
    grades = sorted(found.grades.items(), key=lambda g: (numbers.get(g[0], len(numbers)), g[0]))
    failed = failed_names(nb.cells)
    parts = [
        _part(cell, found, cells.get(cell), cell in noted.lacked, failed) for cell, _ in grades
    ]
    points = max(0.0, found.score - found.late_penalty)
    # A check worth 0 points is shown only if it failed, because other checks may depend on it.
    shown = [part for part in parts if part.possible or part.outcome != "passed"]
    comments = [
        cell
        for cell, node in cells.items()
        if _is_commented(found, cell) and not node.metadata.nbgrader.get("points")
    ]
    notes = [without_math_links(one_line(line, LONGEST_SENTENCE)) for line in noted.notes]
    return PageSummary(points, found.max_score, found.late_penalty, shown, comments, notes)


def _is_commented(found: NotebookGrades, name: str) -> bool:
    """Return True if a person has commented on a cell.

    nbgrader comments "No response." by itself on an answer that was left as it was.
    """
    comment = found.comments.get(name)
    return bool(comment and comment.manual_comment)


def _is_alike(first: Part, second: Part) -> bool:
    """Return True if two parts have the same outcome for the same reason."""
    if first.outcome != second.outcome:
        return False
    return [*map(without_case, first.messages)] == [*map(without_case, second.messages)]


def _pictures(cell: NotebookNode) -> list[tuple[str, str]]:
    """Return the last pictures in a cell's outputs, for img elements: there no script runs."""
    found = []
    for data in (output.get("data", {}) for output in cell.outputs):
        text = one_line(data.get("text/plain", ""), LONGEST_SENTENCE)
        if "image/svg+xml" in data:
            picture = base64.b64encode(data["image/svg+xml"].encode()).decode()
            found.append((f"data:image/svg+xml;base64,{picture}", text))
        elif "image/png" in data:
            found.append((f"data:image/png;base64,{data['image/png']}", text))
    return [each for each in found if len(each[0]) < LARGEST_PICTURE][-MOST_PICTURES:]


def _part(
    name: str, found: NotebookGrades, cell: NotebookNode | None, lacked: bool, failed: FailedNames
) -> Part:
    grade = found.grades[name]
    concealed = name in found.concealed
    counted_later = name in found.counted_later
    grade_id = name
    by_hand = cell is not None and bool(is_solution(cell) or is_task(cell))
    read = cell is not None and not (by_hand or concealed or counted_later)
    outputs = cell.get("outputs", []) if cell is not None and read else []
    messages = reasons(messages_of(outputs, failed))
    possible = grade.max_score
    outcome: Outcome
    if counted_later:
        outcome = "later"
    elif grade.needs_manual_grade:
        outcome = "waiting"
    elif grade.score >= possible and (possible or not messages):
        outcome = "passed"
    else:
        outcome = "partly" if grade.score > 0 or grade.part else "failed"
        # nbgrader gives 0 points by itself to a write-up that was left as it was.
        if not grade.score and (is_unwritten(messages) or (by_hand and grade.automatic)):
            outcome = "unwritten"
    why = [without_math_links(sentence) for sentence in sentences(messages)]
    if concealed:
        why = [CONCEALED]
    if counted_later:
        why = [COUNTED_LATER]
    if lacked:
        why.append("This cell was missing from your submission and was restored.")
    name, aspect = check_name(grade_id, cell.source if cell is not None else "")
    return Part(
        name,
        without_math_links(one_line(aspect, LONGEST_SENTENCE)),
        grade_id if cell is not None else "",
        outcome,
        (BY_HAND if by_hand else BY_TESTS)[outcome],
        grade.score,
        possible,
        why if outcome != "passed" else [],
        by_hand,
        cell is not None and _is_commented(found, grade_id),
        _pictures(cell) if cell is not None and read and outcome != "passed" else [],
    )
