"""Compare what students heard with what known wrong answers hear.

A course keeps a table of known wrong answers: what each heard from the checks when it was graded,
and what its author believed. `read_known_answers` reads the table, `match` compares one student.

A student is put beside a known wrong answer if the student heard every message that this answer
hears. Where one answer hears all that another hears and more, the one with more counts. Messages
are compared without their numbers; the numbers decide between answers that differ in nothing else.
It is a hint, and not a proof: another mistake can sound the same.
"""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ..course.record import one_line
from ..errors import WrongUsage
from ..plugins.exports import as_text
from .check_messages import NO_ANSWER, UNWRITTEN, CheckMessages, shape

COLUMNS = ("student_id", "name", "notebook", "cell", "error", "message")
Line = tuple[str, str, str]  # notebook, cell, message


class KnownAnswer(NamedTuple):
    """A known wrong answer: its name, what its author believed, and what it heard."""

    name: str
    belief: str
    heard: frozenset[Line]
    shapes: frozenset[Line]


class Misconception(NamedTuple):
    """What some students may believe, one of several where the checks cannot tell them apart."""

    beliefs: list[str]
    checks: list[tuple[str, str]]  # notebook and cell
    messages: int
    students: list[str]


def read_known_answers(path: Path) -> list[KnownAnswer]:
    """Read the table of known wrong answers.

    Raises
    ------
    WrongUsage
        If it is not there, or lacks a column.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (lines.fieldnames or ())]
            rows = [] if missing else list(lines)
    except (OSError, ValueError, csv.Error) as error:
        raise WrongUsage(f"The known answers {path} cannot be read: {error}") from error
    if missing:
        raise WrongUsage(
            f"The known answers {path} lack the column {missing[0]}: take a table as "
            "nbjudge report --csv writes messages.csv"
        )
    beliefs: dict[str, str] = {}
    heard: dict[str, set[Line]] = {}
    for row in rows:
        name, belief, notebook, cell, ended_by, message = (row[col] or "" for col in COLUMNS)
        beliefs[name] = belief or name
        if message and ended_by not in (UNWRITTEN, NO_ANSWER):
            heard.setdefault(name, set()).add((notebook, cell, message))
    return [
        KnownAnswer(name, beliefs[name], frozenset(lines), _shapes(lines))
        for name, lines in heard.items()
    ]


def misconceptions(heard: CheckMessages, known: Sequence[KnownAnswer]) -> list[Misconception]:
    """Compare a whole class; what most students may believe comes first."""
    found: dict[tuple[KnownAnswer, ...], list[str]] = {}
    for student, said in heard.items():
        lines = {
            (cell.notebook, cell.name, as_cell(text))
            for cell, messages in said.items()
            for text, _ in messages
        }
        for answers in match(lines, known):
            found.setdefault(answers, []).append(student)
    return sorted(
        (
            Misconception(
                list(dict.fromkeys(answer.belief for answer in answers)),
                sorted({(notebook, cell) for notebook, cell, _ in answers[0].shapes}),
                len(answers[0].shapes),
                sorted(students),
            )
            for answers, students in found.items()
        ),
        key=lambda one: (-len(one.students), one.beliefs),
    )


def match(heard: Iterable[Line], known: Sequence[KnownAnswer]) -> list[tuple[KnownAnswer, ...]]:
    """The known wrong answers that one student's answers are like.

    Parameters
    ----------
    heard
        What the student heard, messages as `as_cell` writes them.

    Returns
    -------
    Groups of answers; those of a group hear the same, and the student may have given any of them.
    """
    lines = frozenset(heard)
    shapes = _shapes(lines)
    near = [answer for answer in known if answer.shapes <= shapes]
    most = {a.shapes for a in near if not any(a.shapes < other.shapes for other in near)}
    groups = [[answer for answer in near if answer.shapes == shape] for shape in most]
    exact = [[answer for answer in group if answer.heard <= lines] for group in groups]
    chosen = [same or group for same, group in zip(exact, groups, strict=True)]
    return sorted(tuple(group) for group in chosen)


def as_cell(text: str) -> str:
    """A message as it stands in a table."""
    return as_text(one_line(text))


def _shapes(lines: Iterable[Line]) -> frozenset[Line]:
    return frozenset((notebook, cell, shape(text)) for notebook, cell, text in lines)
