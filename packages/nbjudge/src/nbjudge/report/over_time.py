"""What a class did over time: attempts, points from one to the next, what became of a message.

Entry point: `follow_attempts`. `nbjudge watch` keeps what could be told of each attempt that it has
graded.
"""

import statistics
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..course.told import Told
from .check_messages import shape

CheckKey = tuple[str, str, str]  # a check: its notebook, name and aspect


class Round(NamedTuple):
    """The first, second, ... attempts of the students who made so many.

    `students` is how many did, `points` the median of their points then; `gained` and `lost` are
    how many had more and fewer than in the attempt before.
    """

    number: int
    students: int
    points: float
    gained: int
    lost: int


class Mending(NamedTuple):
    """A message of a check, whatever its numbers, and what became of those who heard it.

    `students` heard it. `mended` of them passed the check in a later attempt; `attempts` is the
    median of how many attempts later that was, None where nobody did. `last` of the others heard it
    first in their last attempt.
    """

    notebook: str
    name: str
    aspect: str
    text: str
    students: int
    mended: int
    attempts: float | None
    last: int


class OverTime(NamedTuple):
    """A class over time.

    `students` had `attempts` graded, for `possible` points each.
    """

    students: int
    attempts: int
    possible: float
    rounds: list[Round]
    mendings: list[Mending]


def follow_attempts(attempts: Mapping[str, Sequence[Told]]) -> OverTime | None:
    """Work out what a class did over time.

    Parameters
    ----------
    attempts
        By student, what could be told of each attempt, the oldest first.

    Returns
    -------
    The figures, the messages that most have not mended first. None where no attempt was graded.
    """
    graded = [
        each
        for told in attempts.values()
        if (each := [one for one in told if one.state == "graded" and one.points is not None])
    ]
    if not graded:
        return None
    mendings = _mendings([[_parts(told) for told in each] for each in graded])
    return OverTime(
        len(graded),
        sum(map(len, graded)),
        max(told.possible or 0.0 for each in graded for told in each),
        _rounds([[told.points or 0.0 for told in each] for each in graded]),
        sorted(mendings, key=lambda m: (m.mended - m.students, -m.students, m.text)),
    )


def _rounds(points: list[list[float]]) -> list[Round]:
    rounds = []
    for number in range(max(map(len, points))):
        made = [each for each in points if len(each) > number]
        steps = [each[number] - each[number - 1] for each in made] if number else []
        rounds.append(
            Round(
                number + 1,
                len(made),
                statistics.median(each[number] for each in made),
                sum(step > 0 for step in steps),
                sum(step < 0 for step in steps),
            )
        )
    return rounds


def _mendings(students: list[list[dict[CheckKey, tuple[str, list[str]]]]]) -> list[Mending]:
    took: dict[tuple[CheckKey, str], list[int | None]] = defaultdict(list)
    last: dict[tuple[CheckKey, str], int] = defaultdict(int)
    texts: dict[tuple[CheckKey, str], str] = {}
    for attempts in students:
        first: dict[tuple[CheckKey, str], int] = {}
        for number, parts in enumerate(attempts):
            for check, (_, why) in parts.items():
                for text in why:
                    texts.setdefault((check, shape(text)), text)
                    first.setdefault((check, shape(text)), number)
        for heard, number in first.items():
            later = range(number + 1, len(attempts))
            passed = (n for n in later if attempts[n].get(heard[0], ("",))[0] == "passed")
            mended = next(passed, None)
            took[heard].append(None if mended is None else mended - number)
            last[heard] += number == len(attempts) - 1
    found = []
    for heard, counts in took.items():
        done = [count for count in counts if count is not None]
        median = statistics.median(done) if done else None
        found.append(Mending(*heard[0], texts[heard], len(counts), len(done), median, last[heard]))
    return found


def _parts(told: Told) -> dict[CheckKey, tuple[str, list[str]]]:
    """By check, what came of it and why."""
    return {
        (str(notebook["name"]), str(part["name"]), str(part["aspect"])): (
            str(part["outcome"]),
            [str(why) for why in part["why"]],
        )
        for notebook in told.notebooks
        for part in notebook.get("parts", [])
    }
