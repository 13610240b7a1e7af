"""An in-memory gradebook of one submission, for the worker that grades it.

`InMemoryGradebook` implements the methods of `nbgrader.api.Gradebook` that nbgrader's own
preprocessors call during autograding, with the same names and meanings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TypeVar

from nbgrader.api import MissingEntry

from nbisolate import Judges

from ..gradebook.definition import CellDefinition, Definition, NotebookDefinition
from ..gradebook.record import NotebookRecord

Entry = TypeVar("Entry")


@dataclass
class Grade:
    """Scores of one cell, with the defaults of `nbgrader.api.Grade`."""

    auto_score: float | None = None
    needs_manual_grade: bool = True
    manual_score: float | None = None
    extra_credit: float | None = None

    @property
    def score(self) -> float:
        """The score that counts, computed as by `nbgrader.api.Grade.score`."""
        score = self.auto_score if self.manual_score is None else self.manual_score
        return 0.0 if score is None else score + (self.extra_credit or 0.0)


@dataclass
class Comment:
    auto_comment: str | None = None


@dataclass
class SubmittedNotebook:
    grades: dict[str, Grade]
    comments: dict[str, Comment]
    late_submission_penalty: float | None = None

    @property
    def score(self) -> float:
        return sum(grade.score for grade in self.grades.values())


@dataclass
class InMemoryGradebook:
    """The gradebook's entries for one submission, while it is graded.

    `seconds_late` counts from the due date, extension included, and is 0 if the submission is on
    time. `manual` maps (notebook, cell) to (manual_score, extra_credit) for cells already graded by
    hand. Grading fills `notebooks` (scores and comments) and `records` (only notebooks that ran).
    """

    definition: Definition
    student: str
    seconds_late: float
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]
    notebooks: dict[str, SubmittedNotebook] = field(init=False)
    records: dict[str, NotebookRecord] = field(init=False, default_factory=dict)
    judges: Judges = field(init=False, default_factory=Judges)

    def __post_init__(self) -> None:
        # nbgrader's preprocessors call `self.gradebook.db.commit()` after each cell. There is no
        # database here, so the call does nothing.
        self.db = SimpleNamespace(commit=lambda: None)
        self.notebooks = {name: self._blank(name) for name in self.definition.notebooks}

    def _blank(self, notebook: str) -> SubmittedNotebook:
        cells = self.definition.notebooks[notebook].cells.values()
        grades = {cell.name: Grade() for cell in cells if cell.max_score is not None}
        for name, grade in grades.items():
            scores = self.manual.get((notebook, name), (None, None))
            grade.manual_score, grade.extra_credit = scores
        comments = {cell.name: Comment() for cell in cells if cell.solution or cell.task}
        return SubmittedNotebook(grades, comments)

    def reset(self, notebook: str) -> None:
        """Discard the scores and comments of a notebook, except those given by hand."""
        self.notebooks[notebook] = self._blank(notebook)

    def find_notebook(self, name: str, assignment: str) -> NotebookDefinition:
        return _found(self.definition.notebooks, name)

    def find_source_cell(self, name: str, notebook: str, assignment: str) -> CellDefinition:
        return _found(self.definition.notebooks[notebook].cells, name)

    find_graded_cell = find_source_cell

    def find_submission(self, assignment: str, student: str) -> SimpleNamespace:
        return SimpleNamespace(total_seconds_late=self.seconds_late)

    def find_submission_notebook(
        self, notebook: str, assignment: str, student: str
    ) -> SubmittedNotebook:
        return _found(self.notebooks, notebook)

    def find_grade(self, cell: str, notebook: str, assignment: str, student: str) -> Grade:
        return _found(self.notebooks[notebook].grades, cell)

    def find_comment(self, cell: str, notebook: str, assignment: str, student: str) -> Comment:
        return _found(self.notebooks[notebook].comments, cell)


def lost_points(notebook: NotebookDefinition, scores: SubmittedNotebook) -> bool:
    """Return True if a test cell of a notebook gave less than all points."""
    return any(
        cell.is_test and (scores.grades[cell.name].auto_score or 0) < (cell.max_score or 0)
        for cell in notebook.cells.values()
    )


def _found(entries: Mapping[str, Entry], name: str) -> Entry:
    try:
        return entries[name]
    except KeyError:
        raise MissingEntry(f"No such entry: {name}") from None
