"""Differences between an assignment's notebooks in `source/` and the gradebook, by which it grades.

Once there are submissions, nbgrader refuses to add or remove cells and notebooks, and has deleted
the release by then. So the advice depends on what differs. Entry point: `why_ungenerated`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import InstantiateTests
from nbgrader.utils import is_grade, is_locked, is_solution, is_task
from traitlets.config import Config

from ..files.text import first_few
from ..gradebook.definition import CellDefinition, Definition
from ..gradebook.source_notebooks import is_test


@dataclass
class _Differences:
    """The paths of the cells, and of the notebooks with their ending, that differ."""

    # Test cells with another text, and cells with other points.
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)  # from source/, or of another kind there
    added: list[str] = field(default_factory=list)  # to source/


def why_ungenerated(
    definition: Definition, source: Path, config: Config, *, has_submissions: bool = False
) -> str | None:
    """Return a sentence on what differs between `source` and the gradebook, or None.

    Test cells count, the points of all cells, and cells that were added or removed. `config` sets
    the delimiter of nbgrader's automatic tests. With `has_submissions`, the gradebook holds
    submissions of the assignment.
    """
    differences = _compare(definition, source, InstantiateTests(config=config).autotest_delimiter)
    command = f"nbgrader generate_assignment {definition.assignment} --force"
    fixed = [*differences.removed, *differences.added] if has_submissions else []
    # Before the first submission, nbgrader takes over everything.
    rest = differences.changed
    if not has_submissions:
        rest = sorted([*rest, *differences.removed, *differences.added])
    if not (fixed or rest):
        return None
    sentences = []
    if fixed:
        sentences.append(
            f"{source} and the gradebook have different cells, and nbgrader can neither add nor "
            "remove any now, because there are submissions"
        )
    if fixed and differences.removed:
        sentences.append(
            f"Put back {first_few(differences.removed)}, in a dropped task with 0 points"
        )
    if fixed and differences.added:
        sentences.append(f"Move {first_few(differences.added)} to a new assignment")
    if fixed:
        sentences.append(f"Then run: {command}")
        return ". ".join(sentences)
    return (
        f"{source} and the gradebook have different test cells or points: {first_few(rest)}. "
        f"Grading follows the gradebook until you run: {command}"
    )


def _compare(definition: Definition, source: Path, delimiter: str) -> _Differences:
    found = _Differences()
    paths = {path.stem: path for path in sorted(source.glob("*.ipynb"))}
    if not paths:
        return found  # a grader may have no source folder
    for name in sorted(definition.notebooks.keys() | paths.keys()):
        if name not in paths:
            found.removed.append(f"{name}.ipynb")
        elif name not in definition.notebooks:
            found.added.append(f"{name}.ipynb")
        else:
            in_gradebook = definition.notebooks[name].cells
            in_source = _known_cells(paths[name])
            _compare_cells(found, name, in_gradebook, in_source, delimiter)
    return found


def _compare_cells(
    found: _Differences,
    notebook: str,
    in_gradebook: Mapping[str, CellDefinition],
    in_source: Mapping[str, NotebookNode],
    delimiter: str,
) -> None:
    for name in [*in_gradebook, *(name for name in in_source if name not in in_gradebook)]:
        path = f"{notebook}/{name}"
        if name not in in_source:
            found.removed.append(path)
            continue
        if name not in in_gradebook:
            found.added.append(path)
            continue
        cell = in_source[name]
        definition = in_gradebook[name]
        kinds = (definition.graded, definition.solution, definition.task)
        if kinds != (is_grade(cell), is_solution(cell), is_task(cell)):
            found.removed.append(path)
            continue
        # nbgrader writes the asserts of an AUTOTEST cell when it generates the assignment.
        is_written = is_test(cell) and delimiter not in cell.source
        has_other_text = is_written and cell.source != definition.source
        points = cell.metadata.nbgrader.get("points")
        has_other_points = definition.max_score not in (None, points)
        if has_other_text or has_other_points:
            found.changed.append(path)


def _known_cells(path: Path) -> dict[str, NotebookNode]:
    """Return the cells of a notebook that nbgrader keeps in the gradebook, by `grade_id`."""
    cells = {}
    for cell in nbformat.read(path, as_version=4).cells:
        if is_grade(cell) or is_solution(cell) or is_locked(cell) or is_task(cell):
            cells[str(cell.metadata.nbgrader.grade_id)] = cell
    return cells
