"""Submissions of hollow answers, and the test cells that give points for them.

Entry points: `hollow_points`, `look_at_hollow_answers`. The hollow answers themselves are in
`nbjudge.adopt.answers`. All functions of a notebook return the same kind of hollow answer, so each
kind costs one submission.
"""

from collections.abc import Iterator, Mapping

from nbformat import NotebookNode

from ..plugins.execute import JudgeExecute
from ..processes.cell_names import bound_names, imported_names
from .answers import EQUAL, HOLLOW, OF_THE_RIGHT, RAISES, RAN, put_in_place
from .evidence import Evidence, joined
from .findings import Finding, HollowPoints, Key
from .remedy import Remedy
from .trial import RELEASE, Trial, Way, seconds_for_a_cell

# For each kind, the reason why a test can give points for it.
WHY = {
    "None": "nothing of the answer is looked at",
    "an empty array": "`allclose` and `all` are true of no entries",
    "an empty list": "a comparison of arrays, or a loop, is true of no entries",
    "NaN": "NaN is never too far off: `not abs(a - b) > tolerance` is true",
    "zeros of the right shape": "the cell looks at the shape, or asks for nothing but zeros",
    EQUAL: "the cell leaves the comparison to the answer",
    "an object with a length and no items": "a loop over no items compares nothing",
}


def hollow_points(trial: Trial, judged: Way, workers: int) -> HollowPoints:
    """Submit solutions whose functions return hollow answers, and return the points they get.

    Parameters
    ----------
    trial
        The scratch course.
    judged
        The results of the solution and the release in nbjudge.
    workers
        The number of submissions to grade at a time; 0 for one after the other in this process.

    Returns
    -------
    By (notebook, test cell), the points for each kind of hollow answer that gets more than three
    controls: the untouched release, a solution whose functions raise an error and, if the solution
    runs to make the hollow answer, that run with None returned.
    """
    students = {kind: f"hollow-{number}" for number, kind in enumerate((RAISES, RAN, *HOLLOW))}
    for kind, student in students.items():
        for _, cell in trial.hand_in(student):
            _put_in_place(cell, kind)
    seconds = seconds_for_a_cell(judged)  # some hollow answers keep a loop in a test from ending
    graded = trial.grade_students(
        "hollow", JudgeExecute, workers, [], list(students.values()), most_seconds=seconds
    )
    found = {}
    for key, outcome in judged[RELEASE][0].outcomes.items():
        points = {kind: graded[name].outcomes[key].points or 0.0 for kind, name in students.items()}
        bar = max(outcome.points or 0.0, points[RAISES])
        bars = {kind: max(bar, points[RAN]) if kind in OF_THE_RIGHT else bar for kind in HOLLOW}
        if more := {kind: points[kind] for kind in HOLLOW if points[kind] > bars[kind]}:
            found[key] = more
    return found


def look_at_hollow_answers(evidence: Evidence, remedy: Remedy, key: Key) -> Iterator[Finding]:
    """Yield a note if a test cell gives points for hollow answers."""
    points = dict(evidence.hollow.get(key, {}))
    if key in evidence.shared() or key in remedy.tags:
        # A shared cell compares in the submission's process, so this answer passes any test.
        points.pop(EQUAL, None)
    if points:
        yield Finding(*key, *sentences(points, evidence.most(key)), note=True)


def sentences(points: Mapping[str, float], most: float) -> tuple[str, str, str]:
    """Return the sentences of the finding about a test cell.

    Parameters
    ----------
    points
        The points by kind of hollow answer, from `hollow_points`.
    most
        The maximum points of the cell.

    Returns
    -------
    What was found, its cause, and what to do.
    """
    same: dict[float, list[str]] = {}
    for kind, number in points.items():
        same.setdefault(number, []).append(kind)
    parts = [f"{number:g} of {most:g} for {joined(kinds)}" for number, kinds in same.items()]
    return (
        f"a function that returns nothing of value gets {'; '.join(parts)}",
        "; ".join(WHY[kind] for kind in points),
        "compare the type, the shape and the number of items first, and take examples whose answer "
        "is not zero",
    )


def _put_in_place(cell: NotebookNode, kind: str) -> None:
    """Let a solution cell replace its own definitions with hollow answers."""
    names = sorted(bound_names(cell.source) - imported_names(cell.source))
    if names:
        module, name = put_in_place.__module__, put_in_place.__name__
        # An import statement would bind a name in the notebook. This expression binds none.
        call = f"{name}(globals(), {names!r}, {kind!r})"
        cell.source += f"\n__import__({module!r}, fromlist=[{name!r}]).{call}"
