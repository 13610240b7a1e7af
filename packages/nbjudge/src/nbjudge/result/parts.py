"""Parts of a notebook's result: one for each cell with points, or that stopped with an error.

Entry points: `Part`, `Block`, and `tally_of` for how many parts there are of each outcome.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from ..course.failed_cells import without_case

GradedOutcome = Literal["failed", "partly", "unwritten", "waiting", "later", "passed"]
# The last three are those of a notebook that was not graded, but validated.
Outcome = GradedOutcome | Literal["changed", "error", "hidden"]
# In the order in which blocks and tallies show them.
OUTCOMES: tuple[Outcome, ...] = (
    "changed",
    "error",
    "failed",
    "partly",
    "unwritten",
    "waiting",
    "later",
    "passed",
    "hidden",
)
SIGNS: dict[Outcome, str] = {
    "changed": "✗",
    "error": "✗",
    "failed": "✗",
    "partly": "◐",
    "unwritten": "○",
    "waiting": "…",
    "later": "…",
    "passed": "✓",
    "hidden": "…",
}
BY_TESTS: dict[Outcome, str] = {
    "changed": "changed",
    "error": "stopped by an error",
    "failed": "failed",
    "partly": "partly",
    "unwritten": "not written",
    "waiting": "needs manual grading",
    "later": "counted after the due date",
    "passed": "passed",
    "hidden": "checked when graded",
}
BY_HAND = {**BY_TESTS, "passed": "all points", "partly": "some points", "failed": "no points"}
PLURALS = {"needs manual grading": "need manual grading"}
# Of these, nothing is left to do for the student.
SETTLED = ("waiting", "later", "passed", "hidden")
LAST = {"passed": 1, "hidden": 2}  # of the groups of a block


class Part(NamedTuple):
    """A cell with points: its name, the outcome, and the reasons for missing points.

    `name` and `aspect` are those that `nbjudge.course.check_names.check_name` returns. `grade_id`
    is the target of a link to the cell, or "" if the notebook lacks it, and `answer_id` that of the
    cell to write. In a notebook that the student has open, `cell` and `answer` are the numbers of
    these cells instead. `heading` is the text of the heading above the cell to write, or "".

    `points` is None if the cell was not graded. `messages` has one sentence per item. `comment` is
    True if a person has commented on it. `pictures` has the last pictures of a check without full
    points, each as a `data:` URL with its plain text. `details` is the whole error, or "" if the
    messages are enough.
    """

    name: str
    aspect: str
    grade_id: str
    outcome: Outcome
    points: float | None
    possible: float
    messages: Sequence[str] = ()
    by_hand: bool = False
    comment: bool = False
    pictures: Sequence[Sequence[str]] = ()
    heading: str = ""
    answer_id: str = ""
    cell: int | None = None
    answer: int | None = None
    details: str = ""

    @property
    def word(self) -> str:
        """The word for the outcome."""
        return (BY_HAND if self.by_hand else BY_TESTS)[self.outcome]

    @property
    def sign(self) -> str:
        """The sign for the outcome, a single character."""
        return SIGNS[self.outcome]


class Block(NamedTuple):
    """The checks of one function, or a written answer, as one block of the result."""

    parts: list[Part]

    @property
    def groups(self) -> list[list[Part]]:
        """The parts in groups with the same outcome and reason; full points come last.

        The part with the most pictures leads its group, because only those of the first are shown.
        """
        groups: list[list[Part]] = []
        for part in self.parts:
            group = next((group for group in groups if _is_alike(group[0], part)), None)
            if group is None:
                groups.append([part])
            else:
                group.append(part)
        for group in groups:
            group.sort(key=lambda part: -len(part.pictures))
        return sorted(groups, key=lambda group: LAST.get(group[0].outcome, 0))

    @property
    def outcome(self) -> Outcome:
        """The outcome that decides on the block's place and color."""
        return min((part.outcome for part in self.parts), key=OUTCOMES.index)

    @property
    def points(self) -> float | None:
        """The sum of the points of the parts that were graded; None if none was."""
        points = [part.points for part in self.parts if part.points is not None]
        return sum(points) if points else None

    @property
    def possible(self) -> float:
        """The sum of the maximum scores of the parts."""
        return sum(part.possible for part in self.parts)


def blocks_of(parts: Iterable[Part]) -> list[Block]:
    """Group parts by function: first those with something to do, and each kind in its order."""
    by_name: dict[str, list[Part]] = {}
    for part in parts:
        by_name.setdefault(part.name, []).append(part)
    blocks = [Block(group) for group in by_name.values()]
    return sorted(blocks, key=_rank)


def tally_of(parts: Iterable[Part]) -> list[tuple[str, str]]:
    """Count parts by outcome: return pairs of a sign and a number with a word, in their order."""
    numbers = Counter(part.outcome for part in parts)
    tally = []
    for outcome in OUTCOMES:
        if number := numbers[outcome]:
            word = BY_TESTS[outcome]
            word = word if number == 1 else PLURALS.get(word, word)
            tally.append((SIGNS[outcome], f"{number} {word}"))
    return tally


def _rank(block: Block) -> int:
    """Return the place of a block's kind: 0 if something is left to do."""
    return 1 + SETTLED.index(block.outcome) if block.outcome in SETTLED else 0


def _is_alike(first: Part, second: Part) -> bool:
    """Return True if two parts have the same outcome for the same reason."""
    if first.outcome != second.outcome:
        return False
    return [*map(without_case, first.messages)] == [*map(without_case, second.messages)]
