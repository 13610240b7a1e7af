"""What `nbjudge check` finds: a finding, and the report that holds them all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Key = tuple[str, str]  # (notebook, cell)
HollowPoints = Mapping[Key, Mapping[str, float]]  # by test cell, and by kind of hollow answer


@dataclass(frozen=True)
class Finding:
    """Something that would surprise a student, or (`note`) somebody who knows stock nbgrader.

    Attributes
    ----------
    notebook, cell
        Where; `cell` is "" for the whole notebook.
    what, why, advice
        A sentence each; the last two may be "".
    seen
        Where in the cell it shows, such as the line that fails; may be "".
    follows
        The test cells that fail because of it.
    tag
        Whether the tag `nbjudge:shared` on this cell helps; that was tried.
    imports
        The import statements that help in this cell; that was tried.
    gone
        Whether what was found is gone once `--write` has written.
    note
        Whether it is in nobody's way.
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
    """What a notebook's solution took in nbjudge: seconds of the middle run, most megabytes."""

    seconds: float
    memory_mb: float


@dataclass(frozen=True)
class CheckReport:
    """What `check` has found.

    Attributes
    ----------
    assignment
        Its name.
    cells
        How many test cells there are, by notebook.
    differ
        (notebook, cell) of those that end otherwise in nbjudge.
    not_compared
        (notebook, cell) of those that stock nbgrader did not run.
    shared
        (notebook, cell) of those that run in the student's process, because of a tag or of
        `JudgeExecute.shared`.
    findings
        In the order of the notebooks.
    costs
        By notebook.
    limits
        Seconds and megabytes that a notebook may take.
    preload
        What the notebooks import and `JudgeExecute.preload` should name, if that is more than it
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
        """The findings that must be mended before the class."""
        return [finding for finding in self.findings if not finding.note]

    @property
    def left(self) -> list[Finding]:
        """Those that are still there once `--write` has written."""
        return [finding for finding in self.surprises if not finding.gone]


def counted(number: int, noun: str) -> str:
    """A number with its noun, as in "1 thing" and "2 things"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
