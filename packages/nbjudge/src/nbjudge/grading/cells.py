"""Reconciliation of a submitted notebook's cells with the gradebook's definition of them.

All functions modify their notebook or cells in place.
"""

import ast
import re
from collections.abc import Collection, Iterable
from typing import Any

import nbformat
from nbformat import NotebookNode

from nbisolate.cells import bound_names, parse_cell

from ..gradebook.answers import ELSEWHERE
from ..gradebook.definition import CellDefinition, NotebookDefinition

Names = list[str]

WORD = re.compile(r"\w+")
CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def mark_cells(notebook: NotebookNode, definition: NotebookDefinition) -> tuple[Names, Names]:
    """Restore the nbgrader metadata of each known cell, and remove it from every other cell.

    Copies of a cell are removed if they hold nothing that the student wrote, or the same as a later
    one. Returns the names of cells with several copies that hold the student's work, and the names
    of cells whose copies were removed.
    """
    copies: dict[str, list[NotebookNode]] = {}
    for cell in notebook.cells:
        name = cell.metadata.pop("nbgrader", None)
        name = name.get("grade_id") if isinstance(name, dict) else None
        if isinstance(name, str) and name in definition.cells:
            copies.setdefault(name, []).append(cell)
    doubled = list[str]()
    removed = list[str]()
    left_out = set[int]()
    for name, cells in copies.items():
        worked = {c.source: c for c in reversed(cells) if definition.own_lines(c.source)}
        # The last occurrence counts, as in nbgrader.
        last, *earlier = [c for c in reversed(cells) if c in worked.values()] or cells[-1:]
        cell_definition = definition.cells[name]
        last.metadata["nbgrader"] = NotebookNode(cell_definition.metadata())
        if last.cell_type != cell_definition.cell_type:
            set_type(last, cell_definition.cell_type)
        if earlier:
            doubled.append(name)
        if len(cells) > 1 + len(earlier):
            removed.append(name)
            left_out |= {id(cell) for cell in cells} - {id(last), *map(id, earlier)}
    notebook.cells = [cell for cell in notebook.cells if id(cell) not in left_out]
    return sorted(doubled), sorted(removed)


def tests_above_answers(notebook: NotebookNode, definition: NotebookDefinition) -> Names:
    """Return the names of test cells above an answer that they test, and follow in the definition.

    The cells have been marked. Above its answer, a test cell calls a function that does not exist.
    """
    there = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    above = Names()
    answers = Names()
    for name, cell in definition.cells.items():
        if name not in there:
            continue
        if cell.solution and cell.cell_type == "code":
            answers.append(name)
        elif cell.is_test:
            below = {answer for answer in answers if there.index(answer) > there.index(name)}
            if below and not below.isdisjoint(_tested_by(cell, answers, notebook, definition)):
                above.append(name)
    return above


def _tested_by(
    test: CellDefinition, answers: Names, notebook: NotebookNode, definition: NotebookDefinition
) -> Names:
    """Return the answers whose names a test cell mentions, also by way of the notebook's cells.

    A test cell may hand a name over as a text, so all its words count. It may also find the answers
    without their names: if it mentions none, it may test all of them, and it may always test an
    answer that binds no name.
    """
    bound = {answer: bound_names(definition.cells[answer].source) for answer in answers}
    steps = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            names = bound_names(cell.source)
            answer = cell.metadata.get("nbgrader", {}).get("grade_id")
            if answer in bound:
                bound[answer] |= names
            steps.append((names, _words(cell.source)))
    words = _words(test.source)
    count = 0
    while len(words) > count:
        count = len(words)
        for names, used in steps:
            if not names.isdisjoint(words):
                words |= used
    mentioned = [answer for answer in answers if not bound[answer].isdisjoint(words)]
    nameless = [answer for answer in answers if not bound[answer]]
    return [*mentioned, *nameless] if mentioned else answers


def _words(source: str) -> set[str]:
    return set(WORD.findall(source))


def replaced_cells(notebook: NotebookNode, definition: NotebookDefinition) -> list[NotebookNode]:
    """Return the locked cells whose text is not the course's; the cells have been marked."""
    marked = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    return [
        cell
        for cell in marked
        if definition.cells[cell.metadata.nbgrader.grade_id].locked
        and definition.own_lines(cell.source)
    ]


def new_answers(
    gone: Collection[str], there: Collection[str], definition: NotebookDefinition
) -> Names:
    """Return the missing answers whose test cells are missing, too, as those of a new task are.

    `gone` names the missing answers, and `there` the cells of the notebook.
    """
    tests: dict[str, Names] = {}
    answer = ""
    for name, cell in definition.cells.items():
        if cell.solution:
            answer = name
            tests[answer] = []
        elif cell.is_test and answer:
            tests[answer].append(name)
    return [name for name in gone if not any(test in there for test in tests[name])]


def keep_replaced(notebook: NotebookNode, cells: list[NotebookNode], *, run: bool) -> Names:
    """Copy locked cells that a student has changed into a cell before them; return their names.

    `cells` are those cells. Only the copy keeps the student's text, because the course's own text
    replaces the locked cell. With `run`, copies of code are executed: they may hold an answer that
    was merged into a locked cell. The course's cells, which follow, then bind their names again.
    """
    changed = {id(cell) for cell in cells}
    for index, cell in reversed(list(enumerate(notebook.cells))):
        if id(cell) in changed:
            copy = nbformat.from_dict({"metadata": {}, "source": cell.source})
            set_type(copy, cell.cell_type if run or cell.cell_type != "code" else "raw")
            notebook.cells.insert(index, copy)
    return names_of(cells)


def names_of(cells: Iterable[NotebookNode]) -> Names:
    """Return the `grade_id` of each of some marked cells."""
    return [cell.metadata.nbgrader.grade_id for cell in cells]


def point_to_answers(
    notebook: NotebookNode, definition: NotebookDefinition, lacking: Collection[str]
) -> list[str]:
    """Mark empty answers for manual grading if they may be in another cell; return their names.

    The notebook's cells have been marked and put back; `lacking` names those that were put back. A
    student's text may be the answer if it stands between the graded cells before and after the
    answer's own cell, and anywhere if that cell was lacking. The sentence added here keeps nbgrader
    from giving 0 points to an answer that is the same as in the release.
    """
    marked = list[str]()
    cells = notebook.cells
    kinds = [cell.metadata.get("nbgrader", {}) for cell in cells]
    worked = [bool(definition.own_lines(cell.source)) for cell in cells]
    graded = [index for index, kind in enumerate(kinds) if kind.get("grade") or kind.get("task")]
    ends = zip([-1, *graded], graded, [*graded[1:], len(cells)], strict=False)
    for before, index, after in ends:
        cell = cells[index]
        kind = kinds[index]
        gone = kind["grade_id"] in lacking
        near = range(len(cells)) if gone else range(before + 1, after)
        if not kind["solution"] or worked[index]:
            continue
        may_be_near = any(
            worked[other]
            and (not kinds[other] or (gone and kinds[other]["solution"]))
            and (cell.cell_type == "code" or not _is_code(cells[other]))
            for other in near
        )
        if may_be_near:
            comment = "# " if cell.cell_type == "code" else ""
            cell.source += f"\n\n{comment}{ELSEWHERE}"
            marked.append(kind["grade_id"])
    return marked


def _is_code(cell: NotebookNode) -> bool:
    """Return True if a cell is Python with a statement in it, and not only comments or strings."""
    tree = parse_cell(cell.source) if cell.cell_type == "code" else None
    body = tree.body if tree else []
    return any(not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)) for n in body)


def put_back(notebook: NotebookNode, definition: NotebookDefinition) -> list[str]:
    """Insert missing locked and graded cells in the definition's order, and return their names."""
    there = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells]
    added: list[str] = []
    index = 0
    for name, cell in definition.cells.items():
        if name in there:
            index = there.index(name) + 1
        elif cell.locked or cell.max_score is not None:
            if not added and index == 0:
                index = _before_the_first(there, definition.cells, name)
            notebook.cells.insert(index, _new_cell(cell))
            there.insert(index, name)
            added.append(name)
            index += 1
    return added


def _before_the_first(there: list[str | None], cells: Iterable[str], name: str) -> int:
    """Return the index for a missing first cell: before the next cell that is present, or last."""
    names = list(cells)
    following = [there.index(other) for other in names[names.index(name) :] if other in there]
    return min(following, default=len(there))


def _new_cell(cell: CellDefinition) -> NotebookNode:
    metadata: dict[str, object] = {"nbgrader": cell.metadata()}
    if cell.locked:
        metadata |= {"deletable": False, "editable": False}
    new = nbformat.from_dict({"metadata": metadata, "source": cell.source})
    set_type(new, cell.cell_type)
    return new


def give_ids(cells: list[NotebookNode]) -> None:
    """Assign an id to each cell whose id is missing, invalid or a duplicate.

    The ids depend on the cells' positions only, so every run assigns the same ones.
    """
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        cell_id = cell.get("id")
        is_valid = isinstance(cell_id, str) and CELL_ID.fullmatch(cell_id)
        if not is_valid or cell_id in taken:
            attempts = range(len(cells) + 1)
            candidates = (f"cell-{number}-{attempt}" for attempt in attempts)
            cell["id"] = next(name for name in candidates if name not in taken)
        taken.add(cell["id"])


def set_type(cell: dict[str, Any], cell_type: str) -> None:
    """Change the type of a cell, and clear its outputs and other fields of the old type."""
    cell["cell_type"] = cell_type
    if cell_type == "code":
        cell.pop("attachments", None)
        cell["outputs"] = []
        cell["execution_count"] = None
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)
