"""Answers with small mistakes, and the test cells that pay more for them than stock nbgrader.

Entry points: `slip_points`, `look_at_slips`. Each submission is the solution with one mistake in
each solution cell. Stock nbgrader grades it in one kernel, so a mistake that only nbjudge pays for
shows that a test cell asks the submission for its own verdict.
"""

import ast
import difflib
import shutil
from collections.abc import Iterator

import nbformat
from nbformat import NotebookNode

from ..plugins.execute import JudgeExecute
from ..processes.cell_names import bound_names, names_read, parse_cell
from .evidence import Evidence, shortened
from .findings import Changes, Finding, Key, Slip, Slips
from .mutants import mutants
from .remedy import Remedy
from .stock import StockExecute
from .trial import SOLUTION, Trial, Way, error_line

SUBMISSIONS = 3
# The time limit of a cell: LEAST_SECONDS, plus SLACK times the time of the slowest notebook of the
# solution. A mistake can be a loop without end.
LEAST_SECONDS, SLACK = 5, 2
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
    longest = (took for run in judged[SOLUTION] for took in run.seconds.values())
    seconds = LEAST_SECONDS + SLACK * max(longest, default=0.0)
    ours = trial.grade_students(
        "mistakes", JudgeExecute, workers, [], students, most_seconds=seconds
    )
    stopped = {
        (student, name)
        for student in students
        for name, notebook in ours[student].notebooks.items()
        if any((error_line(cell) or "").startswith("Stopped") for cell in notebook.cells)
    }
    for student, name in stopped:  # stock nbgrader would wait for it, too
        place = f"{trial.assignment}/{name}.ipynb"
        right = trial.folder / SOLUTION / place
        shutil.copyfile(right, trial.folder / "submitted" / student / place)
    stock = trial.grade_students("mistakes-stock", StockExecute, workers, [], students)
    found: dict[Key, Slip] = {}
    for student in students:
        for key, outcome in ours[student].outcomes.items():
            other = stock[student].outcomes[key]
            # Without an error, stock nbgrader may have taken the points for a line on stderr.
            paid = other.error is not None and (outcome.points or 0) > (other.points or 0)
            if paid and (student, key[0]) not in stopped:
                slip = Slip(outcome.points or 0, other.points or 0, changes[student])
                found.setdefault(key, slip)
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


def _hand_in(trial: Trial, number: int) -> Changes:
    """Submit a copy of the solution with a mistake in each solution cell; return the mistakes."""
    folder = trial.folder / "submitted" / f"mistake-{number}" / trial.assignment
    shutil.copytree(trial.folder / SOLUTION / trial.assignment, folder)
    changes = dict[Key, tuple[str, str, set[str]]]()
    for path in sorted(folder.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            grader = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "code" and grader.get("solution"):
                if change := _put_mistake(cell, number):
                    changes[path.stem, str(grader.get("grade_id"))] = change
        nbformat.write(notebook, path)
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
