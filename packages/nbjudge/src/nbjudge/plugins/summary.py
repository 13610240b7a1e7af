"""The summary at the top of a feedback page: points, missing points, and the reasons.

Entry point: `summarize`. The points, and the cells that need manual grading, come from the
gradebook. The sentences come from the outputs on the page. `HideHiddenTests` has already filtered
those, so the summary reveals nothing that the feedback hides.
"""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup
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
)
from ..course.visible import CONCEALED, COUNTED_LATER
from ..files.text import one_line
from ..gradebook.record import NotebookRecord, Record
from ..gradebook.scores import NotebookGrades
from ..result.around_cells import pictures_of
from ..result.notebook_result import NotebookResult, number, points_line, style
from ..result.parts import GradedOutcome, Part
from .safehtml import without_math_links

UNCOUNTED = "Some points stay hidden until the due date and are not in this total."
LATE = "Points deducted because this was submitted late: {}."
NOT_READ = "This file could not be read when it was graded"
SUBMIT_AGAIN = "Open it in JupyterLab to see whether it is complete, and submit it again."


class PageSummary(NamedTuple):
    """The summary of a notebook.

    The score in `points` is after the late penalty. `comments` has the names of cells without
    points that a person has commented on.
    """

    points: float
    possible: float
    result: NotebookResult
    comments: list[str]

    @property
    def style(self) -> Markup:
        """The style element for the HTML of `result` and of the frames."""
        return style()

    @property
    def points_line(self) -> str:
        """The points in words."""
        waiting = [part.possible for part in self.result.parts if part.outcome == "waiting"]
        later = [part.possible for part in self.result.parts if part.outcome == "later"]
        return points_line(self.points, self.possible, sum(waiting), sum(later))

    def frame(self, cell: NotebookNode) -> Markup:
        """Return the HTML to put above a cell of the notebook: its result, or a link's target."""
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        parts = self.result.parts if grade_id else []
        part = next((part for part in parts if part.grade_id == grade_id), None)
        if part:
            return self.result.frame(part)
        if any(part.answer_id == grade_id for part in parts):
            return Markup('<a name="{}"></a>').format(grade_id)
        return Markup("")


def summarize(
    nb: NotebookNode,
    name: str,
    found: NotebookGrades,
    record: Record | None,
    headings: Mapping[str, str],
) -> PageSummary:
    """Summarize the grades of a submission's notebook, given as the feedback shows it.

    The cell to write for a test cell is the one whose grade id is the name of the test cell's
    function; without one it is the test cell.

    `record` is None if the submission has no grading record. `headings` is the result of
    `headings_by_id` before `SafeHTML` replaces the texts of Markdown cells.
    """
    cells = {}
    for cell in nb.cells:
        if grade_id := cell.metadata.get("nbgrader", {}).get("grade_id"):
            cells[grade_id] = cell
    numbers = {name: number for number, name in enumerate(cells)}
    noted = (record or Record()).notebooks.get(name, NotebookRecord())
    grades = sorted(found.grades.items(), key=lambda g: (numbers.get(g[0], len(numbers)), g[0]))
    failed = failed_names(nb.cells)
    parts = [
        _part(cell, found, cells, cell in noted.lacked, failed, headings) for cell, _ in grades
    ]
    points = max(0.0, found.score - found.late_penalty)
    # A check worth 0 points is shown only if it failed, because other checks may depend on it.
    shown = [part for part in parts if part.possible or part.outcome != "passed"]
    comments = [
        cell
        for cell, node in cells.items()
        if _is_commented(found, cell) and not node.metadata.nbgrader.get("points")
    ]
    result = NotebookResult(shown, _sentences(shown, found.late_penalty, noted), _unreadable(noted))
    return PageSummary(points, found.max_score, result, comments)


def _sentences(parts: list[Part], penalty: float, noted: NotebookRecord) -> list[str]:
    """Return the sentences on the whole notebook."""
    lines = []
    if any(part.outcome == "partly" and not part.points for part in parts):
        lines.append(UNCOUNTED)
    if penalty:
        lines.append(LATE.format(number(penalty)))
    notes = [without_math_links(one_line(note, LONGEST_SENTENCE)) for note in noted.notes]
    return [*lines, *(f"{note}." for note in notes)]


def _is_commented(found: NotebookGrades, name: str) -> bool:
    """Return True if a person has commented on a cell.

    nbgrader comments "No response." by itself on an answer that was left as it was.
    """
    comment = found.comments.get(name)
    return bool(comment and comment.manual_comment)


def _unreadable(noted: NotebookRecord) -> str:
    """Return what a student reads and does if the file could not be read; "" if it could."""
    if not noted.blank:
        return ""
    reason = next(iter(noted.file_reasons), NOT_READ)
    return f"{without_math_links(one_line(reason, LONGEST_SENTENCE))}. {SUBMIT_AGAIN}"


def _part(
    name: str,
    found: NotebookGrades,
    cells: Mapping[str, NotebookNode],
    lacked: bool,
    failed: FailedNames,
    headings: Mapping[str, str],
) -> Part:
    grade = found.grades[name]
    cell = cells.get(name)
    concealed = name in found.concealed
    counted_later = name in found.counted_later
    grade_id = name
    by_hand = cell is not None and bool(is_solution(cell) or is_task(cell))
    read = cell is not None and not (by_hand or concealed or counted_later)
    outputs = cell.get("outputs", []) if cell is not None and read else []
    messages = reasons(messages_of(outputs, failed))
    possible = grade.max_score
    outcome: GradedOutcome
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
    # "Not written yet." is what the outcome says already.
    shown = [] if outcome == "unwritten" else sentences(messages)
    why = [without_math_links(sentence) for sentence in shown]
    if concealed:
        why = [CONCEALED]
    if counted_later:
        why = [COUNTED_LATER]
    if lacked:
        why.append("This cell was missing from your submission and was restored.")
    name, aspect = check_name(grade_id, cell.source if cell is not None else "")
    answer = name if name in cells else grade_id
    return Part(
        name,
        without_math_links(one_line(aspect, LONGEST_SENTENCE)),
        grade_id if cell is not None else "",
        outcome,
        grade.score,
        possible,
        why if outcome != "passed" else [],
        by_hand,
        cell is not None and _is_commented(found, grade_id),
        pictures_of(cell.outputs) if cell is not None and read and outcome != "passed" else [],
        without_math_links(headings.get(answer, "")),
        answer if answer in cells else "",
    )
