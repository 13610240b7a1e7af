"""What the report says about each check.

How hard it was, how well it tells students apart, and who heard what from it. Entry point:
`analyse`.
"""

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..course.check_names import CheckMessage, check_name
from ..course.record import Record
from ..course.scores import ScoredCell, Scores
from .check_messages import UNWRITTEN, CheckMessages, is_scored, lacking_cells, shape

FEWEST = 3  # submissions from which a correlation says anything at all


class Message(NamedTuple):
    """What a check said, in the most frequent of the forms that differ in numbers only."""

    text: str
    students: list[str]


class Check(NamedTuple):
    """A check (a test cell) of the assignment, and how the class did in it.

    Attributes
    ----------
    name, aspect
        As `nbjudge.course.check_names.check_name` gives them.
    scored
        How many submissions it gave a score.
    passed, wrong, unwritten, lacking
        How many of these got all points; got fewer for what they hold; hold the stub of the
        release; hold nothing that could be tested.
    lost
        Mean points lost by the wrong ones.
    difficulty, discrimination
        See `difficulty` and `discrimination`; None where they say nothing.
    """

    cell: ScoredCell
    name: str
    aspect: str
    scored: int
    passed: int
    wrong: int
    unwritten: int
    lacking: int
    lost: float
    difficulty: float | None
    discrimination: float | None
    messages: list[Message]

    @property
    def there(self) -> int:
        """How many submissions held something that could be tested."""
        return self.scored - self.lacking

    @property
    def percent(self) -> float:
        """How many of these got all points, in percent; 0 where there are none."""
        return 100 * (self.difficulty or 0.0)


def analyse(
    scores: Scores, heard: CheckMessages, folders: Mapping[str, Path], records: Mapping[str, Record]
) -> list[Check]:
    """Work out how the class did in each check, the hardest first."""
    lacking = {
        student: lacking_cells(
            scores.submissions[student], said, folders.get(student), records.get(student)
        )
        for student, said in heard.items()
    }
    totals = {
        student: sum(mark.auto or 0.0 for cell, mark in s.marks.items() if not cell.by_hand)
        for student, s in scores.submissions.items()
    }
    checks = [
        _check(cell, scores, heard, lacking, totals)
        for cell in scores.cells
        if cell.max_score and not cell.by_hand  # a check without points has no score to look at
    ]
    return sorted(
        (check for check in checks if check.scored),
        key=lambda c: (1.0 if c.difficulty is None else c.difficulty, c.cell),
    )


def _check(
    cell: ScoredCell,
    scores: Scores,
    heard: CheckMessages,
    lacking: Mapping[str, set[ScoredCell]],
    totals: Mapping[str, float],
) -> Check:
    points = {
        student: mark.auto or 0.0
        for student, submission in scores.submissions.items()
        if (mark := submission.marks.get(cell)) and is_scored(cell, mark)
    }
    failed = [student for student in points if cell in heard[student]]
    gone = {student for student in failed if cell in lacking[student]}
    stubs = {student for student in failed if _stub(heard[student][cell])} - gone
    excused = gone | stubs
    wrong = [student for student in failed if student not in excused]
    there = [student for student in points if student not in gone]
    return Check(
        cell,
        *check_name(cell.name),
        scored=len(points),
        passed=len(points) - len(failed),
        wrong=len(wrong),
        unwritten=len(stubs),
        lacking=len(gone),
        lost=statistics.fmean(cell.max_score - points[s] for s in wrong) if wrong else 0.0,
        difficulty=difficulty(len(points) - len(failed), len(there)),
        discrimination=discrimination(
            [points[s] for s in there], [totals[s] - points[s] for s in there]
        ),
        messages=_grouped({student: heard[student][cell] for student in wrong}),
    )


def _stub(said: Sequence[CheckMessage]) -> bool:
    return bool(said) and all(message.error == UNWRITTEN for message in said)


def difficulty(passed: int, number: int) -> float | None:
    """The share of `number` submissions that got all points; None without any.

    The easier the item, the larger it is (Crocker and Algina, *Introduction to Classical and Modern
    Test Theory*, 1986, chapter 14).
    """
    return passed / number if number else None


def discrimination(item: Sequence[float], rest: Sequence[float]) -> float | None:
    """The corrected item-total correlation: of an item with the sum of all others, from -1 to 1.

    Parameters
    ----------
    item, rest
        For each submission, its points in the item, and in all others together.

    Returns
    -------
    Pearson's correlation; for an item that is passed or not, that is the point-biserial one. None
    where one of the two is the same for all, or for fewer than three submissions.

    References
    ----------
    S. Henrysson, "Correction of item-total correlations in item analysis", Psychometrika 28 (1963),
    211-218: leaves the item itself out of the total, with which it would correlate by itself.
    """
    if len(item) < FEWEST or min(item) == max(item) or min(rest) == max(rest):
        return None
    return statistics.correlation(item, rest)


def _grouped(said: Mapping[str, Sequence[CheckMessage]]) -> list[Message]:
    """Who heard which message; those that differ in numbers only are one, in their usual form."""
    forms: dict[str, dict[str, dict[str, None]]] = {}
    for student, texts in said.items():
        for text, _ in texts:
            forms.setdefault(shape(text), {}).setdefault(text, {})[student] = None
    found = [
        Message(
            max(texts, key=lambda text: (len(texts[text]), text)),
            sorted({student for students in texts.values() for student in students}),
        )
        for texts in forms.values()
    ]
    return sorted(found, key=lambda message: (-len(message.students), message.text))
