"""nbgrader's own preprocessors, with a `InMemoryGradebook` instead of a database.

nbgrader spends most of its own time opening the gradebook for each preprocessor, running a query
with six joins for each cell, and checking the metadata's JSON schema again for each cell.
"""

import json
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema
from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode
from nbgrader import preprocessors as stock
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.nbgraderformat.common import BaseMetadataValidator
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets.config import Configurable

from ..gradebook.definition import NotebookDefinition
from ..gradebook.late_penalties import late_penalty
from ..gradebook.record import NotebookRecord
from ..plugins import execute
from .memory_gradebook import InMemoryGradebook

Resources = dict[str, Any]
Handed = tuple[NotebookNode, Resources]  # from one preprocessor to the next


class _WithGrades:
    """A mixin that gives a stock preprocessor a `InMemoryGradebook` as its gradebook."""

    def __init__(self, *, grades: InMemoryGradebook, **keywords: Any) -> None:
        self._grades = grades
        super().__init__(**keywords)

    @property
    def gradebook(self) -> InMemoryGradebook:
        return self._grades

    @gradebook.setter
    def gradebook(self, opened: object) -> None:
        """Keep the `InMemoryGradebook`: a class of the course's own may open one as nbgrader's do.

        That at `db_url` has no submission, and nobody would read the scores that are written there.
        """

    def open(self, resources: Resources) -> None:
        """Set the attributes that the stock class reads from `resources`."""
        self.notebook_id = resources["nbgrader"]["notebook"]
        self.assignment_id = resources["nbgrader"]["assignment"]
        self.student_id = resources["nbgrader"]["student"]
        self.db_url = resources["nbgrader"]["db_url"]


class JudgeExecuteWithGrades(_WithGrades, execute.JudgeExecute):
    def _definition(self, resources: Resources) -> NotebookDefinition:
        ids = resources["nbgrader"]
        return self.gradebook.find_notebook(ids["notebook"], ids["assignment"])

    def _stage(self, resources: Resources, folder: Path) -> tuple[Path, Path]:
        # The worker has written these files already, without a notebook of source/, and sandboxes
        # can only read them. To copy them for each notebook took 3 % of the processor time. Without
        # a sandbox, a process would work in the worker's folder itself. Of a file that
        # `exclude_overwriting` names, that folder has the student's version.
        assignment = resources["nbgrader"]["assignment"]
        autograde = self.parent
        if not self.sandbox or autograde.exclude_overwriting.get(assignment):
            return super()._stage(resources, folder)
        coursedir = autograde.coursedir
        student = resources["nbgrader"]["student"]
        source = coursedir.format_path(coursedir.source_directory, ".", assignment)
        graded = coursedir.format_path(coursedir.autograded_directory, student, assignment)
        return Path(source), Path(graded)

    def _note(self, nb: NotebookNode, resources: Resources, record: NotebookRecord) -> None:
        # Keep the record out of the notebook. It holds measurements, so the file would differ
        # between two runs of the same submission, or between two machines.
        self.gradebook.records[resources["nbgrader"]["notebook"]] = record


class OverwriteKernelspec(_WithGrades, stock.OverwriteKernelspec):
    def preprocess(self, nb: NotebookNode, resources: Resources) -> Handed:
        self.open(resources)
        kernelspec = self.gradebook.find_notebook(self.notebook_id, self.assignment_id).kernelspec
        if kernelspec and json.loads(kernelspec):
            nb.metadata["kernelspec"] = json.loads(kernelspec)
        return nb, resources


class _CellByCell(_WithGrades):
    def preprocess(self, nb: NotebookNode, resources: Resources) -> Handed:
        self.open(resources)
        handed: Handed = NbGraderPreprocessor.preprocess(self, nb, resources)
        return handed


class OverwriteCells(_CellByCell, stock.OverwriteCells):
    """nbgrader's `OverwriteCells` without its search for missing cells.

    `repair` has already put them back, even where the stock class fails because the preceding cell
    is missing as well.
    """


class SaveAutoGrades(_CellByCell, stock.SaveAutoGrades):
    """nbgrader's `SaveAutoGrades`, for the scores in a `InMemoryGradebook`."""


class AssignLatePenalties(_CellByCell, stock.AssignLatePenalties):
    def preprocess(self, nb: NotebookNode, resources: Resources) -> Handed:
        nb, resources = super().preprocess(nb, resources)
        notebook = self.gradebook.notebooks[self.notebook_id]
        notebook.late_submission_penalty = late_penalty(
            self, self.student_id, notebook.score, self.gradebook.seconds_late
        )
        return nb, resources


class _CheckedOnce(BaseMetadataValidator):
    """A validator of cell metadata that checks the schema itself only once, not for every cell."""

    @cached_property
    def compiled(self) -> Any:
        return jsonschema.validators.validator_for(self.schema)(self.schema)

    def validate_cell(self, cell: NotebookNode) -> None:
        if "nbgrader" in cell.metadata:
            self.compiled.validate(cell.metadata["nbgrader"])


class _Validator(MetadataValidator, _CheckedOnce):
    """nbgrader's validator, with `_CheckedOnce` between it and its base class in the MRO."""


_validator = cache(_Validator)


class CheckCellMetadata(_WithGrades, stock.CheckCellMetadata):
    def preprocess(self, nb: NotebookNode, resources: Resources) -> Handed:
        _validator().validate_nb(nb)
        return nb, resources


IN_MEMORY = {
    execute.JudgeExecute: JudgeExecuteWithGrades,
    stock.OverwriteKernelspec: OverwriteKernelspec,
    stock.OverwriteCells: OverwriteCells,
    stock.SaveAutoGrades: SaveAutoGrades,
    stock.AssignLatePenalties: AssignLatePenalties,
    stock.CheckCellMetadata: CheckCellMetadata,
}
# The stock preprocessors that work without a gradebook on disk: those above, and those that never
# open one.
WITHOUT_GRADEBOOK = {
    *IN_MEMORY,
    ClearMetadataPreprocessor,
    stock.ClearOutput,
    stock.DeduplicateIds,
    stock.Execute,
    stock.IgnorePattern,
    stock.LimitOutput,
}


def make_preprocessor(
    kind: type[NbGraderPreprocessor], grades: InMemoryGradebook, parent: Configurable
) -> NbGraderPreprocessor:
    """Create a preprocessor of the course's chains, using the in-memory class for a stock one.

    `parent` is nbgrader's converter. A course's own class may be derived from a stock one, and gets
    the in-memory class below it, and `grades` as its `gradebook`. The gradebook at
    `resources["nbgrader"]["db_url"]` holds the definition only, and what a class writes there
    without the attribute `gradebook` is lost.
    """
    if kind in IN_MEMORY:
        return IN_MEMORY[kind](grades=grades, parent=parent)
    for base in kind.__mro__:
        if base in IN_MEMORY:
            derived = type(kind.__name__, (kind, IN_MEMORY[base]), {})
            return derived(grades=grades, parent=parent)
    return kind(parent=parent)
