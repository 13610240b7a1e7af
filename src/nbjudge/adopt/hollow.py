"""Hand in answers that hold nothing, and find the test cells that give points for them.

Entry points: `hollow_points`, `points_lines`. What is handed in is in `nbjudge.adopt.answers`. All
functions of a notebook return hollow answers at once, so that each kind of them is one submission.
"""

import shutil
import symtable
from collections.abc import Iterator, Mapping

import nbformat
from nbformat import NotebookNode

from ..plugins.execute import JudgeExecute
from ..processes.transform import Transformer
from .answers import HOLLOW, OF_THE_RIGHT, RAISES, RAN, put_in_place
from .trial import RELEASE, SOLUTION, Trial

# Why a test can give points for it.
WHY = {
    "None": "nothing of the answer is looked at",
    "an empty array": "`allclose` and `all` are true of no entries",
    "an empty list": "a comparison of arrays, or a loop, is true of no entries",
    "NaN": "NaN is never too far off: `not abs(a - b) > tolerance` is true",
    "zeros of the right shape": "the cell looks at the shape, or asks for nothing but zeros",
    "an object equal to everything": "the cell leaves the comparison to the answer",
    "an object with a length and no items": "a loop over no items compares nothing",
}


HollowPoints = Mapping[tuple[str, str], Mapping[str, float]]


def hollow_points(trial: Trial, workers: int) -> HollowPoints:
    """Hand in hollow answers in the place of what the solution's functions return.

    Parameters
    ----------
    trial
        The scratch course.
    workers
        How many submissions to grade at a time; 0 for one after the other in this process.

    Returns
    -------
    By (notebook, test cell), the points for each kind of hollow answer that gets more than the
    untouched release does, than a solution whose functions raise an error, and, where the solution
    is run for it, than that run alone.
    """
    students = {kind: f"hollow-{number}" for number, kind in enumerate((RAISES, RAN, *HOLLOW))}
    for kind, student in students.items():
        _hand_in(trial, student, kind)
    students[RELEASE] = f"{RELEASE}-0"
    graded = trial.grade_students("hollow", JudgeExecute, workers, [], list(students.values()))
    found = {}
    for key in graded[students[RELEASE]].outcomes:
        points = {kind: graded[name].outcomes[key].points or 0.0 for kind, name in students.items()}
        bar = max(points[RELEASE], points[RAISES])
        bars = {kind: max(bar, points[RAN]) if kind in OF_THE_RIGHT else bar for kind in HOLLOW}
        if more := {kind: points[kind] for kind in HOLLOW if points[kind] > bars[kind]}:
            found[key] = more
    return found


def points_lines(trial: Trial, points: HollowPoints) -> Iterator[str]:
    """Say what `hollow_points` has found, for a terminal."""
    for (notebook, cell), found in points.items():
        most = float(trial.definition.notebooks[notebook].cells[cell].max_score or 0)
        what, why, advice = sentences(found, most)
        yield f"{notebook}, {cell}: {what}"
        yield f"    why: {why}"
        yield f"    do:  {advice}"
    yield (
        f"{trial.assignment}: {len(points) or 'no'} test cell{'s' if len(points) != 1 else ''} "
        "with points for answers that hold nothing."
    )


def sentences(points: Mapping[str, float], most: float) -> tuple[str, str, str]:
    """Say what was found in a test cell.

    Parameters
    ----------
    points
        By kind of hollow answer, as `hollow_points` gives them.
    most
        The points of the cell.

    Returns
    -------
    What it is, why it is so, and what to do.
    """
    same: dict[float, list[str]] = {}
    for kind, number in points.items():
        same.setdefault(number, []).append(kind)
    parts = [f"{number:g} of {most:g} for {_listed(kinds)}" for number, kinds in same.items()]
    return (
        f"a function that returns nothing of value gets {'; '.join(parts)}",
        "; ".join(WHY[kind] for kind in points),
        "compare the type, the shape and the number of items first, and take examples whose answer "
        "is not zero",
    )


def _listed(kinds: list[str]) -> str:
    *others, last = kinds
    return f"{', '.join(others)} and {last}" if others else last


def _hand_in(trial: Trial, student: str, kind: str) -> None:
    """Make the solution a submission whose functions give hollow answers."""
    folder = trial.folder / "submitted" / student / trial.assignment
    shutil.copytree(trial.folder / SOLUTION / trial.assignment, folder)
    for path in sorted(folder.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
                _put_in_place(cell, kind)
        nbformat.write(notebook, path)


def _put_in_place(cell: NotebookNode, kind: str) -> None:
    names = sorted(_defined(cell.source))
    if names:
        module, name = put_in_place.__module__, put_in_place.__name__
        call = f"{name}(globals(), {names!r}, {kind!r})"
        cell.source += f"\n__import__({module!r}, fromlist=[{name!r}]).{call}"


def _defined(source: str) -> set[str]:
    """What a cell binds at its top level, other than by an import."""
    try:
        table = symtable.symtable(Transformer().transform_cell(source), "<cell>", "exec")
    except SyntaxError:
        return set()
    return {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
