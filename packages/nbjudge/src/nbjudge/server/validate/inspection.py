"""Inspection of the cells of a student's own notebook, before and after they are run.

Entry points: `look_at` before the run, `answered_by` and `judge` after it.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import (
    compute_checksum,
    determine_grade,
    is_grade,
    is_locked,
    is_solution,
)

from nbisolate.cells import bound_names, imported_names, names_read

from ...course.failed_cells import UNWRITTEN, FailedNames, error_message, messages_of
from ...gradebook.impossible_scores import refuse_impossible_score
from ...gradebook.source_notebooks import EXPECTED, is_test
from .verdict import Problem, Verdict

DEFINED = re.compile(r"^(?:async\s+)?(?:def|class)\s+(\w+)", re.M)


def look_at(cell: NotebookNode, number: int, verdict: Verdict) -> None:
    """Record in `verdict` what is known of a cell before it is run: its kind, and any change."""
    metadata = cell.metadata.get("nbgrader", {})
    handed_out = metadata.get("cell_type", cell.cell_type)
    if (is_grade(cell) or is_solution(cell) or is_locked(cell)) and handed_out != cell.cell_type:
        message = f"This cell was released as {handed_out}, but is now {cell.cell_type}."
        # nbgrader's reply gives the two types, so `for_page` finds them in these fields.
        where = cell.cell_type
        verdict.type_changed.append(
            Problem(message, where, number, cell.source.strip(), handed_out, number, _title(cell))
        )
    elif is_locked(cell) and metadata.get("checksum") not in (None, compute_checksum(cell)):
        message = (
            "This check was changed. Your work is graded with the original check: "
            "undo the change and try again."
        )
        verdict.changed.append(_problem(message, cell, number, None))
    elif is_test(cell) and metadata.get("points"):
        if _has_code(cell.source):
            verdict.shown += 1
        else:
            verdict.hidden += 1
    elif is_grade(cell) and is_solution(cell):
        verdict.written += 1


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


def judge(
    cell: NotebookNode,
    number: int,
    about: tuple[int, str] | None,
    failed: FailedNames,
    verdict: Verdict,
) -> None:
    """Record in `verdict` the result of a cell's run, from its outputs.

    `about` is the result of `answered_by` for the cell; None if it is about no solution cell.
    `failed` is the result of `failed_names` for the notebook.
    """
    if cell.cell_type != "code":
        return
    # nbgrader's determine_grade gives no points to a cell with text on stderr, such as a warning.
    # When nbjudge grades, a warning costs nothing, so it must cost nothing here.
    cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    if is_test(cell):
        refuse_impossible_score(cell)
    error = _error_of(cell)
    if error is None:
        score, most = determine_grade(cell) if is_test(cell) else (None, None)
        if score is not None and score < most:
            texts = [message.text for message in messages_of(cell.outputs, failed)]
            points = f"{score:g} of {most:g} points."
            verdict.failed.append(_problem("\n".join([points, *texts]), cell, number, about))
        return
    message = error_message(error, failed)
    details = "" if message.error == UNWRITTEN else "\n".join(error.traceback)
    problem = _problem(message.text, cell, number, about, details)
    problem = _told_apart(problem, error.ename, verdict)
    if is_test(cell):
        score, most = determine_grade(cell)
        if most == 0 or score < most:
            verdict.failed.append(problem)
    elif EXPECTED in cell.metadata.get("tags", []) or problem.follows:
        return
    # Of the failing cells that are about no answer, only the first one is reported: the others may
    # fail for the same reason.
    elif about or error.ename == "Stopped" or not verdict.errors:
        verdict.errors.append(problem)


def _told_apart(problem: Problem, name: str, verdict: Verdict) -> Problem:
    """Return the problem, with `follows` set if the cell failed only because another one did."""
    problems = [*verdict.errors, *verdict.failed]
    earlier = [other for other in problems if not other.follows]
    if name == "NotRun" and earlier:
        ended = max(earlier, key=lambda other: other.cell)
        return replace(problem, about=ended.about, title=ended.title, follows=True)
    has_no_answer = any(other.cell == other.about == problem.about for other in earlier)
    if name == "NameError" and has_no_answer:
        return replace(problem, follows=True)
    return problem


def _error_of(cell: NotebookNode) -> NotebookNode | None:
    """Return the most informative error of a cell: the one that stopped it, else the first."""
    errors = [output for output in cell.outputs if output.output_type == "error"]
    stopped = [error for error in errors if error.ename == "Stopped"]
    return next(iter(stopped + errors), None)


def _problem(
    message: str,
    cell: NotebookNode,
    number: int,
    about: tuple[int, str] | None,
    details: str = "",
) -> Problem:
    to_write, title = about or (number, "")
    where = _first_line(cell) or f"cell {number + 1}"
    return Problem(message, where, number, cell.source.strip(), details, to_write, title or where)


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
    try:
        return bool(ast.parse(source).body)
    except SyntaxError:  # a magic command, which is code too
        return True
