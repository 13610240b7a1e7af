"""Findings of `nbjudge check`, and the report that holds them all."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

Key = tuple[str, str]  # (notebook, cell)
Tags = Mapping[Key, tuple[str, ...]]  # by test cell
Imports = Mapping[Key, tuple[str, ...]]  # statements that move to an instructor cell, by test cell
NOTHING: Mapping[Any, Any] = {}


@dataclass(frozen=True)
class Finding:
    """Something that would surprise a student, or (`note`) an instructor who knows plain nbgrader.

    `notebook` is its name, or the path of another file in the source folder. `cell` is "" for the
    whole notebook. `what` (what was found), `why` (its cause) and `advice`
    (what to do) are a sentence each; the last two may be "". `seen` is the place in the cell where
    it shows, such as the line that fails, or "". `tags` are the tags on this cell with which it
    gets plain nbgrader's points, and `imports` the statements of this cell that give it these
    points in an instructor cell; that was tried. A `note` needs no change before the class.
    """

    notebook: str
    cell: str
    what: str
    why: str = ""
    advice: str = ""
    seen: str = ""
    tags: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    note: bool = False


@dataclass(frozen=True)
class NotebookReport:
    """Result of `check` for one notebook.

    `cells` has the test cells, in the order of the notebook. `in_process` has those that are
    in-process already, by a tag or by `JudgeExecute.in_process`, and `not_compared` those that
    plain nbgrader did not run. `key` is a digest of all that the result depends on; "" if it is not
    noted for the next check.
    """

    cells: list[str]
    in_process: Collection[str]
    not_compared: Collection[str]
    findings: list[Finding]
    key: str = ""


@dataclass(frozen=True)
class CheckReport:
    """Result of `check` for one assignment.

    `preload` has the modules that `JudgeExecute.preload` should name, if the notebooks import more
    than it names now; else it is empty. `given_away` has the findings on files next to the
    notebooks.
    """

    assignment: str
    notebooks: Mapping[str, NotebookReport]
    preload: list[str] = field(default_factory=list)
    given_away: list[Finding] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        """The findings, in the order of the notebooks, and before them those on other files."""
        findings = list(self.given_away)
        for notebook in self.notebooks.values():
            findings += notebook.findings
        return findings

    @property
    def surprises(self) -> list[Finding]:
        """The findings that must be fixed before the class."""
        return [finding for finding in self.findings if not finding.note]

    @property
    def left(self) -> list[Finding]:
        """The surprises that remain once `--write` has changed cells."""
        return [finding for finding in self.surprises if not finding.tags and not finding.imports]

    @property
    def tags(self) -> Tags:
        """The tags that `--write` puts on cells."""
        tagged = [finding for finding in self.findings if finding.tags]
        return {(finding.notebook, finding.cell): finding.tags for finding in tagged}

    @property
    def imports(self) -> Imports:
        """The imports of test cells that `--write` moves to an instructor cell."""
        moved = [finding for finding in self.findings if finding.imports]
        return {(finding.notebook, finding.cell): finding.imports for finding in moved}
