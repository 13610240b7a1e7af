"""An in-memory gradebook of one submission, for the worker that grades it.

`InMemoryGradebook` implements the methods of `nbgrader.api.Gradebook` that nbgrader's own
preprocessors call during autograding, with the same names and meanings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TypeVar

from nbgrader.api import MissingEntry

from ..gradebook.definition import CellDefinition, Definition, NotebookDefinition
from ..gradebook.record import NotebookRecord
from ..gradebook.scores import CellComment, CellGrade, NotebookGrades, ScoredCell

Entry = TypeVar("Entry")


@dataclass
class InMemoryGradebook:
    """The gradebook's entries for one submission, while it is graded."""

    definition: Definition
    student: str
    seconds_late: float  # after the due date, extension included; 0 if it is on time
    # The manual score and the extra credit of cells already graded by hand, by notebook and cell.
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]
    # Grading fills in these: the scores and comments, and the records of notebooks that ran.
    notebooks: dict[str, NotebookGrades] = field(init=False)
    records: dict[str, NotebookRecord] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        # nbgrader's preprocessors call `self.gradebook.db.commit()` after each cell. There is no
        # database here, so the call does nothing.
        self.db = SimpleNamespace(commit=lambda: None)
        self.notebooks = {name: self._blank(name) for name in self.definition.notebooks}

    def __enter__(self) -> "InMemoryGradebook":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def _blank(self, notebook: str) -> NotebookGrades:
        max_score = 0.0
        grades = {}
        comments = {}
        for cell in self.definition.notebooks[notebook].cells.values():
            by_hand = cell.solution or cell.task
            if cell.max_score is not None:
                max_score += cell.max_score
                scored = ScoredCell(notebook, cell.name, cell.max_score, by_hand)
                manual_score, extra_credit = self.manual.get((notebook, cell.name), (None, None))
                grades[cell.name] = CellGrade(
                    scored, manual_score=manual_score, extra_credit=extra_credit
                )
            if by_hand:
                comments[cell.name] = CellComment()
        return NotebookGrades(max_score, grades, comments)

    def reset(self, notebook: str) -> None:
        """Discard the scores and comments of a notebook, except those given by hand."""
        self.notebooks[notebook] = self._blank(notebook)

    def find_notebook(self, name: str, assignment: str) -> NotebookDefinition:
        return _entry(self.definition.notebooks, name)

    def find_source_cell(self, name: str, notebook: str, assignment: str) -> CellDefinition:
        return _entry(self.definition.notebooks[notebook].cells, name)

    find_graded_cell = find_source_cell

    def find_submission(self, assignment: str, student: str) -> SimpleNamespace:
        return SimpleNamespace(total_seconds_late=self.seconds_late)

    def find_submission_notebook(
        self, notebook: str, assignment: str, student: str
    ) -> NotebookGrades:
        return _entry(self.notebooks, notebook)

    def find_grade(self, cell: str, notebook: str, assignment: str, student: str) -> CellGrade:
        return _entry(self.notebooks[notebook].grades, cell)

    def find_comment(self, cell: str, notebook: str, assignment: str, student: str) -> CellComment:
        return _entry(self.notebooks[notebook].comments, cell)


def lost_points(notebook: NotebookDefinition, scores: NotebookGrades) -> bool:
    """Return True if a test cell of a notebook gave less than all points."""
    return any(
        cell.is_test and (scores.grades[cell.name].auto_score or 0) < (cell.max_score or 0)
        for cell in notebook.cells.values()
    )


def _entry(entries: Mapping[str, Entry], name: str) -> Entry:
    try:
        return entries[name]
    except KeyError:
        raise MissingEntry(f"No such entry: {name}") from None
