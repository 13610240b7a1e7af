"""Findings of `nbjudge check`, and the report that holds them all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Key = tuple[str, str]  # (notebook, cell)
HollowPoints = Mapping[Key, Mapping[str, float]]  # by test cell, and by kind of hollow answer

# By solution cell: a line of it, the same line with a mistake, and the names that the cell binds.
Changes = Mapping[Key, tuple[str, str, set[str]]]


@dataclass(frozen=True)
class Slip:
    """A wrong answer that gets more points in nbjudge than in stock nbgrader.

    Attributes
    ----------
    points, stock
        The points in nbjudge and in stock nbgrader.
    changes
        The mistakes in the submission.
    """

    points: float
    stock: float
    changes: Changes


Slips = Mapping[Key, Slip]  # by test cell


@dataclass(frozen=True)
class Finding:
    """Something that would surprise a student, or (`note`) an instructor who knows stock nbgrader.

    Attributes
    ----------
    notebook, cell
        The place; `cell` is "" for the whole notebook.
    what, why, advice
        What was found, its cause, and what to do: a sentence each; the last two may be "".
    seen
        The place in the cell where it shows, such as the line that fails; may be "".
    follows
        The test cells that fail because of it.
    tag
        True if the tag `nbjudge:shared` on this cell helps; that was tried.
    imports
        The import statements that help in this cell; that was tried.
    gone
        True if the finding no longer holds once `--write` has changed the notebook.
    note
        True if nothing needs to be changed before the class.
    """

    notebook: str
    cell: str
    what: str
    why: str = ""
    advice: str = ""
    seen: str = ""
    follows: tuple[str, ...] = ()
    tag: bool = False
    imports: tuple[str, ...] = ()
    gone: bool = False
    note: bool = False


@dataclass(frozen=True)
class NotebookCost:
    """Cost of a notebook's solution in nbjudge: seconds (median of the runs), megabytes (peak)."""

    seconds: float
    memory_mb: float


@dataclass(frozen=True)
class CheckReport:
    """Result of `check` for one assignment.

    Attributes
    ----------
    assignment
        The name of the assignment.
    cells
        The number of test cells, by notebook.
    differ
        (notebook, cell) of the test cells that end differently in nbjudge.
    not_compared
        (notebook, cell) of the test cells that stock nbgrader did not run.
    shared
        (notebook, cell) of the test cells that run in the student's process, because of a tag or
        of `JudgeExecute.shared`.
    findings
        The findings, in the order of the notebooks.
    costs
        The time and memory that the solution took, by notebook.
    limits
        The seconds and megabytes that a notebook may take.
    preload
        The modules that `JudgeExecute.preload` should name, if the notebooks import more than it
        names now; else empty.
    """

    assignment: str
    cells: Mapping[str, int]
    differ: frozenset[Key]
    not_compared: frozenset[Key]
    shared: list[Key]
    findings: list[Finding]
    costs: Mapping[str, NotebookCost]
    limits: NotebookCost
    preload: list[str] = field(default_factory=list)

    @property
    def surprises(self) -> list[Finding]:
        """The findings that must be fixed before the class."""
        return [finding for finding in self.findings if not finding.note]

    @property
    def left(self) -> list[Finding]:
        """The surprises that remain once `--write` has changed the notebooks."""
        return [finding for finding in self.surprises if not finding.gone]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, as in "1 thing" and "2 things"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
