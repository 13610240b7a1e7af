"""Inspection of the cells of a student's own notebook, before and after they are run.

Entry points: `look_at` before the run, and `judge` after it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from nbgrader.utils import (
    compute_checksum,
    determine_grade,
    is_grade,
    is_locked,
    is_solution,
    is_task,
)

from nbisolate.cells import bound_names, imported_names, names_read, parse_cell

from ...course.check_names import check_name
from ...course.failed_cells import (
    UNWRITTEN,
    CheckMessage,
    FailedNames,
    error_message,
    failed_names,
    is_unwritten,
    messages_of,
    sentences,
)
from ...gradebook.impossible_scores import refuse_impossible_score
from ...gradebook.source_notebooks import EXPECTED, is_test
from ...result.around_cells import headings_above, pictures_of
from ...result.parts import Outcome, Part
from .verdict import Failure, TypeChange, Verdict

CHANGED = (
    "This check was changed. Your work is graded with the original check: "
    "undo the change and try again."
)
DEFINED = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.M)


def look_at(cells: Sequence[NotebookNode], verdict: Verdict) -> None:
    """Record in `verdict` the cells that differ from the released ones, before any is run."""
    outline = Outline.of(cells)
    for number, cell in enumerate(cells):
        metadata = cell.metadata.get("nbgrader", {})
        released_type = metadata.get("cell_type", cell.cell_type)
        is_ours = is_grade(cell) or is_solution(cell) or is_locked(cell)
        if is_ours and released_type != cell.cell_type:
            message = f"This cell was released as {released_type}, but is now {cell.cell_type}."
            verdict.type_changed.append(
                TypeChange(cell.source.strip(), cell.cell_type, released_type)
            )
        elif is_locked(cell) and metadata.get("checksum") not in (None, compute_checksum(cell)):
            message = CHANGED
            verdict.changed.append(cell.source.strip())
        else:
            continue
        verdict.result.parts.append(outline.part(cell, number, "changed", [message]))


class _Answer(NamedTuple):
    """A solution cell."""

    number: int
    names: set[str]  # those that it binds
    title: str


def answered_by(cells: Sequence[NotebookNode]) -> dict[int, tuple[int, str]]:
    """Find the solution cell that each code cell is about.

    It is the last solution cell before it that binds a name which the cell reads. A check that
    reads no such name is about the last solution cell before it. Return, by the number of the cell,
    the number of its solution cell and that cell's title. Cells that are about none are left out.
    """
    answers: list[_Answer] = []
    answered: dict[int, tuple[int, str]] = {}
    for number, cell in enumerate(cells):
        if cell.cell_type != "code":
            continue
        if is_solution(cell) and not is_grade(cell):
            answers.append(_Answer(number, _defined(cell.source), _title(cell)))
            answered[number] = (number, _title(cell))
            continue
        mentioned = names_read(cell.source)
        fitting = [answer for answer in answers if answer.names & mentioned]
        if is_test(cell):
            fitting = fitting or answers
        if fitting:
            answered[number] = (fitting[-1].number, fitting[-1].title)
    return answered


@dataclass
class Outline:
    """What parts of a result show of their cells: the answers, the headings, and failed names.

    `answered` is the result of `answered_by`, and `failed` that of `failed_names`.
    """

    headings: list[str]
    answered: Mapping[int, tuple[int, str]]
    failed: FailedNames

    @classmethod
    def of(cls, cells: Sequence[NotebookNode]) -> "Outline":
        """Return the outline of a notebook's cells, with the outputs that they have."""
        return cls(headings_above(cells), answered_by(cells), failed_names(cells))

    def part(
        self,
        cell: NotebookNode,
        number: int,
        outcome: Outcome,
        messages: Sequence[str] = (),
        *,
        points: float | None = None,
        details: str = "",
    ) -> Part:
        """Return the part for a cell: a check, a written answer, or a cell with an error."""
        metadata = cell.metadata.get("nbgrader", {})
        name, aspect = check_name(metadata.get("grade_id", ""), cell.source)
        by_hand = _is_written(cell)
        answer, title = self.answered.get(number, (number, ""))
        if not (aspect or by_hand):
            first_line = _first_line(cell) or f"cell {number + 1}"
            heading = self.headings[number]
            name = title or heading or first_line
            aspect = first_line
            if answer == number and title:
                aspect = "its cell"
            elif heading != self.headings[answer]:
                aspect = heading
        return Part(
            name,
            aspect,
            "",
            outcome,
            points,
            float(metadata.get("points") or 0) if is_grade(cell) else 0.0,
            list(messages),
            by_hand,
            pictures=pictures_of(cell.get("outputs", [])),
            heading=self.headings[answer],
            cell=number,
            answer=answer,
            details=details,
        )


def judge(cells: Sequence[NotebookNode], verdict: Verdict) -> None:
    """Record in `verdict` the results of all cells, from the outputs of their run."""
    for cell in cells:
        if cell.cell_type == "code":
            # nbgrader's determine_grade gives no points to a cell with text on stderr, such as a
            # warning. When nbjudge grades, a warning costs nothing, so it must cost nothing here.
            outputs = cell.outputs
            cell.outputs = [output for output in outputs if output.get("name") != "stderr"]
    outline = Outline.of(cells)
    for number, cell in enumerate(cells):
        if _is_written(cell):
            outcome: Outcome = "unwritten" if _is_as_released(cell) else "waiting"
            verdict.result.parts.append(outline.part(cell, number, outcome))
        elif is_test(cell):
            _judge_check(cell, number, outline, verdict)
        elif cell.cell_type == "code":
            _judge_other(cell, number, outline, verdict)


def _judge_check(cell: NotebookNode, number: int, outline: Outline, verdict: Verdict) -> None:
    """Record the result of a check."""
    refuse_impossible_score(cell)
    points = cell.metadata.nbgrader.get("points")
    if points and not _has_code(cell.source):
        verdict.result.parts.append(outline.part(cell, number, "hidden"))
        return
    error = _error_of(cell)
    score, most = determine_grade(cell)
    if error is None and score >= most:
        if points:
            # A picture that a passed check draws is no reason for anything.
            part = outline.part(cell, number, "passed")
            verdict.result.parts.append(part._replace(pictures=[]))
        return
    messages = messages_of(cell.outputs, outline.failed)
    if error is not None:
        messages = [error_message(error, outline.failed)]
    details = _details(error, messages)
    verdict.failed.append(Failure(cell.source.strip(), details or "\n".join(sentences(messages))))
    unwritten = not score and is_unwritten(messages)
    outcome: Outcome = "failed"
    if unwritten:
        outcome = "unwritten"
    elif score:
        outcome = "partly"
    part = outline.part(
        cell,
        number,
        outcome,
        [] if unwritten else sentences(messages),
        points=score if outcome == "partly" else None,
        details=strip_ansi(details),
    )
    verdict.result.parts.append(part)


def _judge_other(cell: NotebookNode, number: int, outline: Outline, verdict: Verdict) -> None:
    """Record the error of a cell that is no check, unless it only follows from another cell."""
    error = _error_of(cell)
    if error is None or EXPECTED in cell.metadata.get("tags", []):
        return
    answer, _ = outline.answered.get(number, (None, ""))
    parts = verdict.result.parts
    errors = [part for part in parts if part.outcome == "error"]
    if error.ename == "NotRun" and parts:
        return
    if error.ename == "NameError" and any(part.cell == answer != number for part in errors):
        return
    # Of the failing cells that are about no answer, only the first one is reported: the others may
    # fail for the same reason.
    if answer is None and error.ename != "Stopped" and errors:
        return
    message = error_message(error, outline.failed)
    details = strip_ansi(_details(error, [message]))
    parts.append(outline.part(cell, number, "error", sentences([message]), details=details))


def _is_written(cell: NotebookNode) -> bool:
    """Return True for an answer that a person grades."""
    return bool(is_task(cell) or (is_grade(cell) and is_solution(cell)))


def _is_as_released(cell: NotebookNode) -> bool:
    """Return True if nothing is written in an answer; a task has no text to write in."""
    if is_task(cell):
        return False
    released = cell.metadata.nbgrader.get("checksum")
    return not cell.source.strip() or released == compute_checksum(cell)


def _details(error: NotebookNode | None, messages: Sequence[CheckMessage]) -> str:
    """Return the whole error with ANSI colors; "" if the messages are enough."""
    if error is None or any(message.error == UNWRITTEN for message in messages):
        return ""
    whole = "\n".join(error.traceback)
    text = " ".join(message.text for message in messages)
    return "" if strip_ansi(whole).split() == text.split() else whole


def _error_of(cell: NotebookNode) -> NotebookNode | None:
    """Return the most informative error of a cell: the one that stopped it, else the first."""
    errors = [output for output in cell.outputs if output.output_type == "error"]
    stopped = [error for error in errors if error.ename == "Stopped"]
    return next(iter(stopped + errors), None)


def _title(cell: NotebookNode) -> str:
    """Return the title of a solution cell: the first function or class in it, or its first line."""
    defined = DEFINED.search(cell.source)
    return defined[1] if defined else _first_line(cell)


def _first_line(cell: NotebookNode) -> str:
    """Return the first line of a cell that is neither blank nor opens a `try` or `with` block."""
    lines = (line.strip().lstrip("# ") for line in cell.source.splitlines())
    return next((line for line in lines if not re.fullmatch(r"|try:|with .*:", line)), "")


def _defined(source: str) -> set[str]:
    """Return the names that an answer binds, without imports.

    An unfinished answer may not be valid Python; then the names of its functions and classes count.
    """
    return bound_names(source) - imported_names(source) or set(DEFINED.findall(source))


def _has_code(source: str) -> bool:
    """Return True if a cell has code; of a hidden check, the release keeps only a comment."""
    tree = parse_cell(source)
    return tree is None or bool(tree.body)
