"""Item analysis: the difficulty of each check, and the messages it gave.

Entry point: `analyze`.
"""

import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ..course.failed_cells import CheckMessage, is_unwritten, without_case
from ..gradebook.record import Record
from ..gradebook.scores import ScoredCell, Scores
from .check_messages import CheckMessages, is_scored, lacking_cells


class Message(NamedTuple):
    """Message of a check and the students who got it.

    Messages for the same reason (`without_case`) count as one; the text is the most frequent.
    """

    text: str
    students: list[str]


class Check(NamedTuple):
    """Check (a test cell) of the assignment, with the results of the class in it.

    `scored` is the number of submissions that it gave a score. `passed` of them got all points,
    `wrong` got fewer for a wrong answer, `unwritten` still hold the release's stub, and `lacking`
    hold nothing to test. `lost` is the mean of the points lost by wrong answers. `difficulty` is
    None if undefined. `messages` are those for wrong answers, the most frequent first.
    """

    cell: ScoredCell
    scored: int
    passed: int
    wrong: int
    unwritten: int
    lacking: int
    lost: float
    difficulty: float | None
    messages: list[Message]

    @property
    def there(self) -> int:
        """The number of submissions that held something to test."""
        return self.scored - self.lacking


def analyze(
    scores: Scores, heard: CheckMessages, folders: Mapping[str, Path], records: Mapping[str, Record]
) -> list[Check]:
    """Analyze the results of the class in each check that has points, the hardest first.

    Checks that scored no submission are left out. `folders` and `records` are the autograded folder
    and the grading record of each student who has one.
    """
    lacking = {
        student: lacking_cells(said, folders.get(student), records.get(student))
        for student, said in heard.items()
    }
    checks = [
        _check(cell, scores, heard, lacking)
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
) -> Check:
    points = {
        student: grade.auto_score or 0.0
        for student, submission in scores.submissions.items()
        if (grade := submission.grade_of(cell)) and is_scored(grade)
    }
    failed = [student for student in points if cell in heard[student]]
    gone = {student for student in failed if cell in lacking[student]}
    stubs = {student for student in failed if is_unwritten(heard[student][cell])} - gone
    # A check fails for three reasons. A submission that holds nothing to test does not count for
    # the difficulty. A stub does, but its message says nothing about an answer. The rest are wrong
    # answers, and only their messages are reported.
    excused = gone | stubs
    wrong = [student for student in failed if student not in excused]
    return Check(
        cell,
        scored=len(points),
        passed=len(points) - len(failed),
        wrong=len(wrong),
        unwritten=len(stubs),
        lacking=len(gone),
        lost=statistics.fmean(cell.max_score - points[s] for s in wrong) if wrong else 0.0,
        difficulty=difficulty(len(points) - len(failed), len(points) - len(gone)),
        messages=_grouped({student: heard[student][cell] for student in wrong}),
    )


def difficulty(passed: int, number: int) -> float | None:
    """Return the share of `number` submissions that got all points; None if `number` is 0.

    In spite of its name, the share is larger the easier the item is (Crocker and Algina,
    *Introduction to Classical and Modern Test Theory*, 1986, chapter 14).
    """
    return passed / number if number else None


def _grouped(said: Mapping[str, Sequence[CheckMessage]]) -> list[Message]:
    """Group the students of a check by message; those for the same reason are one."""
    forms: dict[str, dict[str, dict[str, None]]] = {}
    for student, texts in said.items():
        for text, _ in texts:
            forms.setdefault(without_case(text), {}).setdefault(text, {})[student] = None
    found = [
        Message(
            max(texts, key=lambda text: (len(texts[text]), text)),
            sorted({student for students in texts.values() for student in students}),
        )
        for texts in forms.values()
    ]
    return sorted(found, key=lambda message: (-len(message.students), message.text))
