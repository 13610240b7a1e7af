"""One submission's part of the gradebook, in memory, while a worker grades it.

`Book` has those methods of `nbgrader.api.Gradebook` that nbgrader's own preprocessors call while
autograding, with the same names and meanings. The classes below it are these preprocessors, told
to use a `Book` in the place of a database: opening nbgrader's gradebook for each of them, and one
query with six joins for each cell, took most of nbgrader's own time.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import SimpleNamespace

import jsonschema
from nbgrader import preprocessors as stock
from nbgrader.api import MissingEntry
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.nbgraderformat.common import BaseMetadataValidator
from nbgrader.preprocessors import NbGraderPreprocessor

from . import execute
from .definition import Cell, Definition


@dataclass
class Grade:
    """Scores of one cell; the defaults are those of `nbgrader.api.Grade`."""

    auto_score: float | None = None
    needs_manual_grade: bool = True
    manual_score: float | None = None
    extra_credit: float | None = None

    @property
    def score(self) -> float:
        """The score that counts, as `nbgrader.api.Grade.score` has it."""
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
class Book:
    """What the gradebook holds of one submission while it is graded.

    Attributes
    ----------
    definition:
        The assignment.
    student:
        The student's id.
    seconds_late:
        How late it was handed in, extensions taken into account.
    manual:
        (notebook, cell) to (manual_score, extra_credit), where a person has given points already.
    notebooks:
        The result: scores and comments by notebook.
    """

    definition: Definition
    student: str
    seconds_late: float
    manual: Mapping[tuple[str, str], tuple[float | None, float | None]]
    notebooks: dict[str, SubmittedNotebook] = field(init=False)

    def __post_init__(self):
        # So that the preprocessors' `self.gradebook.db.commit()` means nothing.
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
        """Forget what was found out about a notebook."""
        self.notebooks[notebook] = self._blank(notebook)

    def find_notebook(self, name: str, assignment: str):
        return _found(self.definition.notebooks, name)

    def find_source_cell(self, name: str, notebook: str, assignment: str) -> Cell:
        return _found(self.definition.notebooks[notebook].cells, name)

    find_graded_cell = find_source_cell

    def find_submission(self, assignment: str, student: str):
        return SimpleNamespace(total_seconds_late=self.seconds_late)

    def find_submission_notebook(self, notebook: str, assignment: str, student: str):
        return _found(self.notebooks, notebook)

    def find_grade(self, cell: str, notebook: str, assignment: str, student: str) -> Grade:
        return _found(self.notebooks[notebook].grades, cell)

    def find_comment(self, cell: str, notebook: str, assignment: str, student: str) -> Comment:
        return _found(self.notebooks[notebook].comments, cell)


def _found(entries: Mapping, name: str):
    try:
        return entries[name]
    except KeyError:
        raise MissingEntry(f"No such entry: {name}") from None


class _WithBook:
    """A preprocessor of nbgrader's with a `Book` for its gradebook."""

    def __init__(self, book: Book, **keywords):
        super().__init__(**keywords)
        self.gradebook = book

    def open(self, resources: dict) -> None:
        """Take from `resources` what the stock class takes."""
        self.notebook_id = resources["nbgrader"]["notebook"]
        self.assignment_id = resources["nbgrader"]["assignment"]
        self.student_id = resources["nbgrader"]["student"]


class JudgeExecute(_WithBook, execute.JudgeExecute):
    def _instructors_cells(self, resources):
        place = resources["nbgrader"]
        return execute.instructors_cells(
            self.gradebook.find_notebook(place["notebook"], place["assignment"])
        )


class OverwriteKernelspec(_WithBook, stock.OverwriteKernelspec):
    def preprocess(self, nb, resources):
        self.open(resources)
        kernelspec = self.gradebook.find_notebook(self.notebook_id, self.assignment_id).kernelspec
        if kernelspec and json.loads(kernelspec):
            nb.metadata["kernelspec"] = json.loads(kernelspec)
        return nb, resources


class OverwriteCells(_WithBook, stock.OverwriteCells):
    """Missing cells are there already: `repair` puts them back, also where the stock class fails
    because the cell before is missing too."""

    def preprocess(self, nb, resources):
        self.open(resources)
        return NbGraderPreprocessor.preprocess(self, nb, resources)


class SaveAutoGrades(_WithBook, stock.SaveAutoGrades):
    def preprocess(self, nb, resources):
        self.open(resources)
        return NbGraderPreprocessor.preprocess(self, nb, resources)


class AssignLatePenalties(_WithBook, stock.AssignLatePenalties):
    def preprocess(self, nb, resources):
        self.open(resources)
        self.init_plugin()
        notebook = self.gradebook.find_submission_notebook(self.notebook_id, None, None)
        notebook.late_submission_penalty = None
        late = self.gradebook.seconds_late
        if late > 0:
            penalty = self.plugin_inst.late_submission_penalty(
                self.student_id, notebook.score, late
            )
            if penalty is not None:
                penalty = self._check_late_penalty(notebook, penalty)
            notebook.late_submission_penalty = penalty
        return nb, resources


class _CheckedOnce(BaseMetadataValidator):
    """Validation of a cell's metadata whose schema is checked once, and not for every cell."""

    @cached_property
    def compiled(self):
        return jsonschema.validators.validator_for(self.schema)(self.schema)

    def validate_cell(self, cell):
        if "nbgrader" in cell.metadata:
            self.compiled.validate(cell.metadata["nbgrader"])


class _Validator(MetadataValidator, _CheckedOnce):
    """nbgrader's validator; `_CheckedOnce` comes between it and its base class."""


_validator = cache(_Validator)


class CheckCellMetadata(stock.CheckCellMetadata):
    def preprocess(self, nb, resources):
        _validator().validate_nb(nb)
        return nb, resources


IN_MEMORY = {
    execute.JudgeExecute: JudgeExecute,
    stock.OverwriteKernelspec: OverwriteKernelspec,
    stock.OverwriteCells: OverwriteCells,
    stock.SaveAutoGrades: SaveAutoGrades,
    stock.AssignLatePenalties: AssignLatePenalties,
}


def make_preprocessor(kind: type, book: Book, parent) -> NbGraderPreprocessor:
    """Make a preprocessor of the course's list, one of the above where it is nbgrader's own.

    Arguments
    ---------
    kind:
        An entry of `Autograde.sanitize_preprocessors` or `autograde_preprocessors`. A course's
        own class may read the definition from the gradebook at `resources["nbgrader"]["db_url"]`;
        what it writes there is lost.
    book:
        The submission's scores.
    parent:
        nbgrader's converter, with the course's configuration.
    """
    if kind in IN_MEMORY:
        return IN_MEMORY[kind](book, parent=parent)
    if kind is stock.CheckCellMetadata:
        return CheckCellMetadata(parent=parent)
    return kind(parent=parent)
