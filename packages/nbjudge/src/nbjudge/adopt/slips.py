"""Answers with small mistakes, and the test cells that pay more for them than stock nbgrader.

Entry points: `slip_points`, `look_at_slips`. Each submission is the solution with one mistake in
each solution cell. Stock nbgrader grades it in one kernel, so a mistake that only nbjudge pays for
shows that a test cell asks the submission for its own verdict.
"""

import ast
import difflib
from collections.abc import Iterator

from nbformat import NotebookNode

from ..mutants import mutants
from ..plugins.execute import JudgeExecute
from ..processes.cell_names import bound_names, names_read, parse_cell
from .evidence import Evidence, shortened
from .findings import Changes, Finding, Key, Slip, Slips
from .remedy import Remedy
from .stock import StockExecute
from .trial import Graded, Trial, Way, error_line, seconds_for_a_cell

SUBMISSIONS = 3
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def slip_points(trial: Trial, judged: Way, workers: int) -> Slips:
    """Grade solutions with small mistakes in both ways.

    Parameters
    ----------
    trial
        The scratch course.
    judged
        The results of the solution in nbjudge.
    workers
        The number of submissions to grade at a time; 0 for one after the other in this process.

    Returns
    -------
    By test cell, a mistake for which it gives more points in nbjudge than in stock nbgrader.
    """
    changes = {f"mistake-{number}": _hand_in(trial, number) for number in range(SUBMISSIONS)}
    students = list(changes)
    seconds = seconds_for_a_cell(judged)  # a mistake can be a loop without end
    ours = trial.grade_students(
        "mistakes", JudgeExecute, workers, [], students, most_seconds=seconds
    )
    # Most mistakes cost all points that they can. Only the others are graded by stock nbgrader too,
    # which takes much longer, and none that ran into the time limit, which would hold it up.
    paid = {
        (student, key)
        for student in students
        for key, outcome in ours[student].outcomes.items()
        if outcome.points and names_read(trial.test_source(key)) & _bound(changes[student], key)
    }
    again = {(student, key[0]) for student, key in paid}
    again -= {(student, name) for student in students for name in _stopped(ours[student])}
    for student in students:
        for name in trial.notebooks:
            if (student, name) not in again:
                (trial.submission(student) / f"{name}.ipynb").unlink()
    students = sorted({student for student, _ in again})
    if not students:
        return {}
    stock = trial.grade_students("mistakes-stock", StockExecute, workers, [], students)
    found: dict[Key, Slip] = {}
    for student, key in sorted(paid):
        points = ours[student].outcomes[key].points or 0
        other = stock[student].outcomes.get(key) if student in stock else None
        # Without an error, stock nbgrader may have taken the points for a line on stderr.
        if other and other.error is not None and points > (other.points or 0):
            found.setdefault(key, Slip(points, other.points or 0, changes[student]))
    return found


def look_at_slips(evidence: Evidence, remedy: Remedy, key: Key) -> Iterator[Finding]:
    """Yield a note if a test cell gives points for a mistake that one kernel does not pay for."""
    slip = evidence.slips.get(key)
    if slip is None or key in evidence.differ or not evidence.compared(key):
        return
    read = names_read(evidence.source(key))
    here = {cell: change for (name, cell), change in slip.changes.items() if name == key[0]}
    near = {cell: change for cell, change in here.items() if read & change[2]} or here
    parts = [f"`{old}` as `{new}` in {cell}" for cell, (old, new, _) in near.items()]
    most = evidence.most(key)
    yield Finding(
        *key,
        f"a wrong answer gets {slip.points:g} of {most:g} in nbjudge and {slip.stock:g} in stock "
        "nbgrader",
        "; ".join(parts),
        "check the type of the answer and compare plain values, or tag it nbjudge:shared",
        note=True,
    )


def _bound(changes: Changes, key: Key) -> set[str]:
    """Return the names that the changed cells of a test cell's notebook bind."""
    return set[str]().union(*(change[2] for cell, change in changes.items() if cell[0] == key[0]))


def _stopped(graded: Graded) -> list[str]:
    """Return the notebooks in which a cell met the time limit."""
    return [
        name
        for name, notebook in graded.notebooks.items()
        if any((error_line(cell) or "").startswith("Stopped") for cell in notebook.cells)
    ]


def _hand_in(trial: Trial, number: int) -> Changes:
    """Submit a copy of the solution with a mistake in each solution cell; return the mistakes."""
    changes = dict[Key, tuple[str, str, set[str]]]()
    for notebook, cell in trial.hand_in(f"mistake-{number}"):
        if change := _put_mistake(cell, number):
            changes[notebook, str(cell.metadata.nbgrader.get("grade_id"))] = change
    return changes


def _put_mistake(cell: NotebookNode, number: int) -> tuple[str, str, set[str]] | None:
    """Replace a cell by one of its mutants; return a line before and after, and the bound names."""
    tree = parse_cell(cell.source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()  # a mistake in a docstring changes nothing
    right = ast.unparse(tree) if tree else ""
    found = mutants(right)
    if not found:
        return None
    # Far apart from each other: mutants next to each other change the same line.
    new = found[(2 * number + 1) * len(found) // (2 * SUBMISSIONS)]
    names = bound_names(cell.source)
    lines = list(difflib.ndiff(right.splitlines(), new.splitlines()))
    old_line, new_line = (
        next((shortened(line[2:]) for line in lines if line.startswith(sign)), "")
        for sign in ("- ", "+ ")
    )
    cell.source = new
    return old_line, new_line, names
