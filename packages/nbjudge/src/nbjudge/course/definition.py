"""An assignment as the gradebook defines it, as plain data that can travel to a worker.

`read_definition` takes it out of nbgrader's gradebook; `write_gradebook` makes a small gradebook
with nothing but the definition in it, for preprocessors that read one.
"""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import (
    Assignment,
    Base,
    Course,
    Gradebook,
    GradeCell,
    Notebook,
    SolutionCell,
    SourceCell,
    TaskCell,
)
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from ..border.messages import GivenImport, Outline
from .cell_kinds import tagged_cells
from .gradebook import find_assignment
from .outline import read_outline

NBGRADER_SCHEMA = 3  # the version of the metadata that nbgrader 0.9 writes into cells


@dataclass(frozen=True)
class CellDefinition:
    """A cell that nbgrader knows: a source cell with what it is graded as.

    Attributes
    ----------
    name
        The `grade_id`.
    cell_type
        "code" or "markdown".
    source, checksum
        The released text (hidden tests included) and nbgrader's checksum of it.
    locked
        Whether the released text replaces the student's.
    max_score
        Points of a grade or task cell, else None.
    solution, task
        Whether nbgrader holds it as a solution cell, as a task cell.
    shared
        Whether the instructor has tagged it to run in the student's process.
    """

    name: str
    cell_type: str
    source: str
    checksum: str
    locked: bool
    max_score: float | None
    solution: bool
    task: bool
    shared: bool = False

    @property
    def graded(self) -> bool:
        """Whether nbgrader calls it a grade cell (a task cell has points and is none)."""
        return self.max_score is not None and not self.task

    @property
    def is_test(self) -> bool:
        """True if it is a test cell: a code cell with points and no answer in it."""
        return self.graded and not self.solution and self.cell_type == "code"

    def metadata(self) -> dict[str, Any]:
        """The cell's `metadata.nbgrader`, as `nbgrader generate_assignment` writes it."""
        metadata = {
            "grade": self.graded,
            "grade_id": self.name,
            "locked": self.locked,
            "schema_version": NBGRADER_SCHEMA,
            "solution": self.solution,
            "task": self.task,
            "cell_type": self.cell_type,
            "checksum": self.checksum,
        }
        if self.max_score is not None:
            metadata["points"] = self.max_score
        return metadata


@dataclass(frozen=True)
class NotebookDefinition:
    """A notebook of an assignment: its kernelspec (JSON text or None) and its cells in order.

    It has the collections of cells of `nbgrader.api.Notebook`. `outline` is what the notebook in
    `source/` says of its names.
    """

    name: str
    kernelspec: str | None
    cells: Mapping[str, CellDefinition]
    outline: Outline = field(default_factory=Outline)

    @property
    def given(self) -> Sequence[GivenImport]:
        """What its given cells import."""
        return self.outline.given

    @property
    def source_cells(self) -> list[CellDefinition]:
        return list(self.cells.values())

    @property
    def grade_cells(self) -> list[CellDefinition]:
        return [cell for cell in self.cells.values() if cell.graded]

    @property
    def solution_cells(self) -> list[CellDefinition]:
        return [cell for cell in self.cells.values() if cell.solution]


@dataclass(frozen=True)
class Definition:
    """An assignment: its name, course, due date (UTC or None) and notebooks by name."""

    assignment: str
    course_id: str
    duedate: datetime.datetime | None
    notebooks: Mapping[str, NotebookDefinition]


def read_definition(gradebook: Gradebook, assignment: str, source: Path) -> Definition:
    """Read an assignment out of a gradebook.

    Parameters
    ----------
    gradebook
        nbgrader's gradebook.
    assignment
        The assignment's name.
    source
        The folder of the instructor's notebooks. The gradebook keeps neither the order of cells,
        nor their tags, nor cells without a name; these are taken from here where they are.

    Raises
    ------
    WrongUsage
        If the gradebook does not hold the assignment.
    """
    row = find_assignment(gradebook, assignment)
    notebooks = {}
    for notebook in row.notebooks:
        path = source / f"{notebook.name}.ipynb"
        order, tagged = _order_of_cells(path), tagged_cells(path)
        cells = sorted(_cells(notebook, tagged), key=lambda cell: order.get(cell.name, len(order)))
        notebooks[notebook.name] = NotebookDefinition(
            notebook.name,
            notebook.kernelspec,
            {cell.name: cell for cell in cells},
            read_outline(path, cells),
        )
    return Definition(row.name, row.course_id, row.duedate, notebooks)


def _cells(notebook: Notebook, tagged: Collection[str]) -> list[CellDefinition]:
    solutions = {cell.name for cell in notebook.solution_cells}
    tasks = {cell.name for cell in notebook.task_cells}
    points = {cell.name: cell.max_score for cell in notebook.grade_cells + notebook.task_cells}
    return [
        CellDefinition(
            cell.name,
            cell.cell_type,
            cell.source,
            cell.checksum,
            cell.locked,
            points.get(cell.name),
            cell.name in solutions,
            cell.name in tasks,
            cell.name in tagged,
        )
        for cell in notebook.source_cells
    ]


def _order_of_cells(path: Path) -> dict[str, int]:
    """Map each grade_id of the instructor's notebook to its place; empty without the notebook."""
    if not path.is_file():
        return {}
    cells = nbformat.read(path, as_version=4).cells
    names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells]
    return {name: place for place, name in enumerate(names)}


def write_gradebook(definition: Definition, path: Path) -> str:
    """Make an SQLite gradebook at `path` that holds the definition only; return its URL."""
    url = f"sqlite:///{path}"
    engine = create_engine(url)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        course = Course(id=definition.course_id)
        assignment = Assignment(
            definition.assignment, definition.duedate, definition.course_id, course=course
        )
        session.add_all([course, assignment])
        for notebook in definition.notebooks.values():
            row = Notebook(
                name=notebook.name, kernelspec=notebook.kernelspec, assignment=assignment
            )
            session.add(row)
            for cell in notebook.cells.values():
                session.add_all(_rows(cell, row))
        session.commit()
    engine.dispose()
    return url


def _rows(cell: CellDefinition, notebook: Notebook) -> list[Any]:
    """Make the rows with which nbgrader describes a cell."""
    common = {"name": cell.name, "notebook": notebook}
    points = {"max_score": cell.max_score, "cell_type": cell.cell_type}
    rows = [
        SourceCell(
            cell_type=cell.cell_type,
            locked=cell.locked,
            source=cell.source,
            checksum=cell.checksum,
            **common,
        )
    ]
    if cell.task:
        rows.append(TaskCell(**common, **points))
    if cell.graded:
        rows.append(GradeCell(**common, **points))
    if cell.solution:
        rows.append(SolutionCell(**common))
    return rows
