"""Definition of an assignment in the gradebook, as plain data that can be sent to a worker.

`read_definition` reads it from nbgrader's gradebook; `write_gradebook` creates a small gradebook
that holds only the definition, for preprocessors that need one, and `create_tables` an empty one.
"""

import contextlib
import datetime
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode
from nbgrader.api import Base, Gradebook, GradeCell, Notebook, SolutionCell, SourceCell, TaskCell
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import create_engine
from traitlets.config import Config

from nbisolate import Outline

from ..errors import UsageError
from ..tags import AFTER_DUE_DATE
from .database import find_assignment
from .languages import metadata_in, refuse_other_language
from .source_notebooks import cells_in, cells_with, read_outline, tagged_cells, unknown_tags

NBGRADER_SCHEMA = 3  # the version of the metadata that nbgrader 0.9 writes into cells


@dataclass(frozen=True)
class CellDefinition:
    """Cell that nbgrader knows: a source cell, and how it is graded.

    `name` is the `grade_id`, and `cell_type` "code" or "markdown". `source` is the text of the
    gradebook with hidden tests, and `checksum` nbgrader's checksum of it. If `locked`, this text
    replaces the student's. `max_score` has the points of a grade or task cell, else None. `tags`
    are those that make it an in-process cell (`source_notebooks`). `after_due_date` is True if
    students see its points after the due date only.
    """

    name: str
    cell_type: str
    source: str
    checksum: str
    locked: bool
    max_score: float | None
    solution: bool
    task: bool
    tags: tuple[str, ...] = ()
    after_due_date: bool = False

    @property
    def graded(self) -> bool:
        """True if it is a grade cell in nbgrader's sense; a task cell has points but is not one."""
        return self.max_score is not None and not self.task

    @property
    def is_test(self) -> bool:
        """True if it is a test cell: a code cell with points and no answer in it."""
        return self.graded and not self.solution and self.cell_type == "code"

    @property
    def in_process(self) -> bool:
        """True if its points come from the plain run."""
        return bool(self.tags)

    def metadata(self) -> dict[str, Any]:
        """Return the cell's `metadata.nbgrader`, as `nbgrader generate_assignment` writes it."""
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


class PlainCell(NamedTuple):
    """Cell that nbgrader does not know.

    `above` is the `grade_id` of the nearest cell above it that nbgrader knows, or None.
    """

    above: str | None
    cell_type: str
    source: str


@dataclass(frozen=True)
class NotebookDefinition:
    """Notebook of an assignment: its kernelspec (JSON text or None) and its cells in order.

    `outline` holds the names that the notebook in `source/` imports and binds, and `plain` the
    cells that nbgrader does not know, with the number of times that each is there.
    """

    name: str
    kernelspec: str | None
    cells: Mapping[str, CellDefinition]
    outline: Outline = field(default_factory=Outline)
    plain: Mapping[PlainCell, int] = field(default_factory=dict)

    @property
    def counted_later(self) -> list[str]:
        """The test cells that count after the due date."""
        return [cell.name for cell in self.cells.values() if cell.is_test and cell.after_due_date]

    @cached_property
    def lines(self) -> frozenset[str]:
        """The lines of all its cells, without the space around them, and the empty line."""
        texts = ["\n", *(cell.source for cell in self.plain)]
        texts += [cell.source for cell in self.cells.values()]
        lines = set[str]()
        for text in texts:
            lines.update(map(str.strip, text.splitlines()))
        return frozenset(lines)

    def own_lines(self, text: str) -> list[str]:
        """Return the lines of a submitted text that no cell of the course has."""
        return [line for line in map(str.strip, text.splitlines()) if line not in self.lines]


@dataclass(frozen=True)
class Definition:
    """Assignment: its name, course, due date (naive UTC or None) and notebooks by name."""

    assignment: str
    course_id: str
    duedate: datetime.datetime | None
    notebooks: Mapping[str, NotebookDefinition]


def read_definition(
    gradebook: Gradebook, assignment: str, source: Path, release: Path | None = None
) -> Definition:
    """Read the definition of an assignment from a gradebook.

    The gradebook stores neither the order of cells, nor their tags, nor cells without a `grade_id`,
    so these are read from the notebooks in the folder `source` if they are there. Cells without a
    `grade_id` in the folder `release` can differ from these, because preprocessors of nbgrader
    write into them. Raises `UsageError` if the gradebook does not hold the assignment.
    """
    row = find_assignment(gradebook, assignment)
    notebooks = {}
    for notebook in row.notebooks:
        notebooks[notebook.name] = definition_of(notebook, source, release)
    return Definition(row.name, row.course_id, row.duedate, notebooks)


def definition_of(
    notebook: Notebook, source: Path, release: Path | None = None
) -> NotebookDefinition:
    """Read the definition of one notebook of an assignment, as `read_definition` does."""
    path = source / f"{notebook.name}.ipynb"
    there = cells_in(path)
    order = {_grade_id(cell): number for number, cell in enumerate(there)}
    cells = cells_of(notebook, tagged_cells(path), cells_with(path, AFTER_DUE_DATE))
    cells.sort(key=lambda cell: order.get(cell.name, len(order)))
    plain = _plain_cells(there)
    if release:
        plain |= _plain_cells(cells_in(release / path.name))  # the larger number of each
    return NotebookDefinition(
        notebook.name,
        notebook.kernelspec,
        {cell.name: cell for cell in cells},
        read_outline(path, cells),
        plain,
    )


def read_released(folder: Path) -> dict[str, NotebookDefinition]:
    """Read the notebooks of a released assignment: their cells without hidden tests, by name."""
    return {path.stem: _released_notebook(path) for path in sorted(folder.glob("*.ipynb"))}


def _released_notebook(path: Path) -> NotebookDefinition:
    cells = cells_in(path)
    definitions = dict[str, CellDefinition]()
    for cell in cells:
        kinds = cell.metadata.get("nbgrader", {})
        name = kinds.get("grade_id")
        if name:
            flags = (kinds["locked"], kinds.get("points"), kinds["solution"], kinds["task"])
            definitions[name] = CellDefinition(name, cell.cell_type, cell.source, "", *flags)
    return NotebookDefinition(path.stem, None, definitions, plain=_plain_cells(cells))


def read_notebook(ids: Mapping[str, str], config: Config) -> NotebookDefinition:
    """Read the definition of a notebook for one of nbgrader's preprocessors.

    `ids` is the entry `nbgrader` of nbgrader's resources: assignment, notebook and ``db_url``.
    The definition has no cells if the gradebook does not hold the notebook. Raises `UsageError` if
    a cell in `source/` has a tag that does not exist.
    """
    coursedir = CourseDirectory(config=config)
    assignment = ids["assignment"]
    name = ids["notebook"]
    steps = (coursedir.source_directory, coursedir.release_directory)
    folders = [Path(coursedir.format_path(step, ".", assignment)) for step in steps]
    for sentence in unknown_tags(folders[0] / f"{name}.ipynb"):
        raise UsageError(sentence)
    notebooks: Mapping[str, NotebookDefinition] = {}
    with contextlib.suppress(UsageError), Gradebook(ids["db_url"]) as gradebook:
        notebooks = read_definition(gradebook, assignment, *folders).notebooks
    return notebooks.get(name, NotebookDefinition(name, None, {}))


def cells_of(
    notebook: Notebook,
    tagged: Mapping[str, tuple[str, ...]],
    after_due_date: Collection[str] = (),
) -> list[CellDefinition]:
    """Read the cells of a notebook from the gradebook.

    `tagged` maps the grade_ids of in-process cells to their tags, and `after_due_date` has the
    grade_ids of cells that count after the due date.
    """
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
            tagged.get(cell.name, ()),
            cell.name in after_due_date,
        )
        for cell in notebook.source_cells
    ]


def _plain_cells(cells: Iterable[NotebookNode]) -> Counter[PlainCell]:
    """Count the cells of an instructor's notebook that nbgrader does not know."""
    plain = Counter[PlainCell]()
    above = None
    for cell in cells:
        name = _grade_id(cell)
        if name is None:
            plain[PlainCell(above, cell.cell_type, cell.source)] += 1
        else:
            above = name
    return plain


def _grade_id(cell: NotebookNode) -> str | None:
    name: str | None = cell.metadata.get("nbgrader", {}).get("grade_id")
    return name


def create_tables(url: str) -> None:
    """Create the tables of a new gradebook that lasts only as long as a run.

    For an empty database, nbgrader runs the program alembic to stamp the version of the schema.
    That takes two seconds, and a gradebook that no upgrade will ever reach does not need it.
    """
    engine = create_engine(url)
    Base.metadata.create_all(engine)
    engine.dispose()


def write_gradebook(definition: Definition, path: Path) -> None:
    """Create an SQLite gradebook at `path` that holds only the definition."""
    url = f"sqlite:///{path}"
    create_tables(url)
    with Gradebook(url, definition.course_id) as gradebook:
        name = definition.assignment
        gradebook.add_assignment(name, duedate=definition.duedate)
        for notebook in definition.notebooks.values():
            row = gradebook.add_notebook(notebook.name, name, kernelspec=notebook.kernelspec)
            for cell in notebook.cells.values():
                gradebook.db.add_all(_rows(cell, row))
        # `Gradebook.add_source_cell` and the like commit each row, which takes seconds for a lab.
        gradebook.db.commit()


def _rows(cell: CellDefinition, notebook: Notebook) -> list[Any]:
    """Return the database rows with which nbgrader describes a cell."""
    common = {"name": cell.name, "notebook": notebook}
    typed = common | {"cell_type": cell.cell_type}
    rows = [SourceCell(locked=cell.locked, source=cell.source, checksum=cell.checksum, **typed)]
    if cell.task:
        rows.append(TaskCell(max_score=cell.max_score, **typed))
    if cell.graded:
        rows.append(GradeCell(max_score=cell.max_score, **typed))
    if cell.solution:
        rows.append(SolutionCell(**common))
    return rows


def refuse_other_languages(definition: Definition, source: Path) -> None:
    """Refuse an assignment that has a notebook in another language; see `refuse_other_language`.

    `source` is the folder of the instructor's notebooks. The gradebook only has the kernelspec of
    each, and is read for a notebook that isn't there.
    """
    for notebook in definition.notebooks.values():
        metadata = metadata_in(source / f"{notebook.name}.ipynb")
        if not metadata:
            metadata = {"kernelspec": json.loads(notebook.kernelspec or "{}") or {}}
        refuse_other_language(definition.assignment, notebook.name, metadata)
