"""Wrong answers to an assignment: the solution with small mistakes in it, or without content.

They answer one question: does a test cell give points for a wrong answer? If it gives more points
in nbjudge than in plain nbgrader, it asks the submission for its own verdict. If it gives points
for an answer without content, it is weak.

Entry points: `submit_wrong_answers`, `wanted_in_plain_nbgrader`, `placeholder_points`.
"""

import ast
import itertools
from collections.abc import Mapping
from typing import NamedTuple

from nbformat import NotebookNode

from nbisolate.cells import bound_names, parse_cell

from ..course.failed_cells import cell_error_line
from ..mutants import spread_mutant
from .findings import Key
from .trial import RELEASE, Graded, Trial, Way
from .trivial_answers import KINDS, NONE, RUN, placeholder_source

MISTAKES = ("mistake-0", "mistake-1", "mistake-2")  # each has a mistake in each solution cell
PLACEHOLDER = {kind: f"placeholder-{number}" for number, kind in enumerate((*KINDS, RUN))}
WRONG = (*MISTAKES, *PLACEHOLDER.values())
SHORT = 90  # at most so many characters of a line of code are quoted
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Mistake(NamedTuple):
    """A small mistake in a solution cell."""

    old_line: str
    new_line: str  # with the mistake
    names: set[str]  # those that the cell binds


Changes = Mapping[Key, Mistake]  # by solution cell


def submit_wrong_answers(trial: Trial) -> dict[str, Changes]:
    """Submit the wrong answers of all students in `WRONG`; return the small mistakes by student."""
    for kind, student in PLACEHOLDER.items():
        for _, cell in trial.submit(student):
            cell.source = placeholder_source(cell.source, kind) or cell.source
    changes = dict[str, dict[Key, Mistake]]()
    for number, student in enumerate(MISTAKES):
        changes[student] = {}
        for notebook, cell in trial.submit(student):
            change = _put_mistake(cell, number)
            if change:
                name = str(cell.metadata.nbgrader.get("grade_id"))
                changes[student][notebook, name] = change
    return dict(changes)


def wanted_in_plain_nbgrader(trial: Trial, judged: Way) -> dict[str, list[str]]:
    """Return the notebooks of wrong answers to grade in plain nbgrader too, by student.

    Plain nbgrader takes much longer. So a placeholder answer is left out if no test cell gives
    points for it, and so is every answer that met the time limit, which would delay plain nbgrader.
    """
    paid = set[tuple[str, str]]()
    for notebook, cell in judged[RELEASE].outcomes:
        kinds = placeholder_points(judged, (notebook, cell))
        paid.update((PLACEHOLDER[kind], notebook) for kind in kinds)
    wanted = dict[str, list[str]]()
    for student, names in trial.with_tests(WRONG).items():
        wanted[student] = []
        for name in names:
            matters = student in MISTAKES or (student, name) in paid
            if matters and not _is_stopped(judged[student], name):
                wanted[student].append(name)
    return {student: names for student, names in wanted.items() if names}


def placeholder_points(judged: Way, key: Key) -> dict[str, float]:
    """Return the points that a test cell gives for each kind of placeholder answer.

    Points that it also gives for the untouched release, or for a solution that runs and returns
    None, are not points for an answer.
    """
    if any(name not in judged or key not in judged[name].outcomes for name in PLACEHOLDER.values()):
        return {}  # of a notebook without solution cells
    points = {kind: judged[name].outcomes[key].points or 0.0 for kind, name in PLACEHOLDER.items()}
    release = judged[RELEASE].outcomes[key].points or 0.0
    bars = {kind: release if kind == NONE else max(release, points[RUN]) for kind in KINDS}
    return {kind: points[kind] for kind in KINDS if points[kind] > bars[kind]}


def shortened(code: str) -> str:
    """Return a piece of code in one line of at most `SHORT` characters."""
    text = " ".join(code.split())
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def beginning(source: str) -> str:
    """Return the first line of a cell, shortened: that of its code, if it has any."""
    lines = [line for line in source.splitlines() if line.strip()]
    # Many cells begin with the same comment, such as ### BEGIN SOLUTION.
    code = [line for line in lines if not line.lstrip().startswith("#")]
    return shortened([*code, *lines][0])


def _is_stopped(graded: Graded, notebook: str) -> bool:
    """Return True if a cell of a notebook met the time limit."""
    cells = graded.notebooks[notebook].cells if notebook in graded.notebooks else []
    return any((cell_error_line(cell) or "").startswith("Stopped") for cell in cells)


def _put_mistake(cell: NotebookNode, number: int) -> Mistake | None:
    """Replace a cell by one of its mutants; return None if it has none."""
    tree = parse_cell(cell.source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()  # a mistake in a docstring changes nothing
    right = ast.unparse(tree) if tree else ""
    wrong = spread_mutant(right, number, len(MISTAKES))
    if wrong is None:
        return None
    names = bound_names(cell.source)
    cell.source = wrong
    return Mistake(*_changed_lines(right, wrong), names)


def _changed_lines(right: str, wrong: str) -> tuple[str, str]:
    """Return the first line that a mistake changes, without and with it, shortened."""
    pairs = itertools.zip_longest(right.splitlines(), wrong.splitlines(), fillvalue="")
    old, new = next((old, new) for old, new in pairs if old != new)
    letters = enumerate(itertools.zip_longest(old, new))
    same = next(number for number, (before, after) in letters if before != after)
    if same <= SHORT // 2:
        return shortened(old), shortened(new)
    # Both begin a little before the mistake, or a long line would look the same twice.
    begin = same - SHORT // 4
    return f"…{shortened(old[begin:])}", f"…{shortened(new[begin:])}"
