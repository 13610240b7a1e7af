"""What a task of an exam is made of: `Kind`, which each module of tasks/ is, and its questions."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Answer:
    """One value that a student has to write down.

    Attributes
    ----------
    label
        What is asked, as on the sheet: "w.grad after step 2".
    right
        The right value, as text.
    mistakes
        Typical wrong values, and the beliefs that lead to each.
    """

    label: str
    right: str
    mistakes: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """One student's version of a task.

    Attributes
    ----------
    code
        The lines of the program on the sheet.
    answers
        All that is asked, in the order of the sheet.
    facts
        What the task's module needs to check the key and to print the sheet.
    """

    code: Sequence[str]
    answers: Sequence[Answer]
    facts: Mapping[str, Any]


class WrongKeyError(Exception):
    """PyTorch disagrees with a key. This is a bug in the task's module."""


class Kind(Protocol):
    """A kind of task: what a module of tasks/ defines."""

    TITLE: str
    TEXT: str  # HTML, printed above the program
    HEIGHT: int  # millimeters that the task takes on the page

    def draw(self, choose: random.Random) -> Question:
        """Return a random version of the task."""

    def check(self, question: Question) -> None:
        """Compare the key with PyTorch. Raise WrongKeyError if they differ."""

    def body(self, question: Question, filled: bool) -> str:
        """Return the HTML below the text, with the answers filled in or left blank."""

    def key_picture(self, question: Question) -> str:
        """Return the DOT text of the picture in the key, or nothing."""


def typical(right: float | str, mistakes: Mapping[str, float | str]) -> dict[str, list[str]]:
    """Return {wrong value as text: beliefs that lead to it}, without values that are right.

    Arguments:
        right: the right value.
        mistakes: {belief: the value that it leads to}.
    """
    beliefs: dict[str, list[str]] = {}
    for text, value in mistakes.items():
        if value != right:
            wrong = value if isinstance(value, str) else number(value)
            beliefs.setdefault(wrong, []).append(text)
    return beliefs


def number(value: float) -> str:
    """Return a number as it is written by hand: without a decimal point if it is whole."""
    return f"{value:g}"


def compare(what: str, expected: object, got: object) -> None:
    """Raise WrongKeyError if the key and PyTorch differ."""
    if expected != got:
        raise WrongKeyError(f"{what}: the key has {expected}, PyTorch has {got}.")
