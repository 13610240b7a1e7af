"""Names that a test cell takes from the submission although it does not test them.

Entry point: `taken_names`. A submission can change the value of each: see docs/security.md.
"""

import builtins
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from nbisolate import Outline
from nbisolate.cells import bound_names, imported_names, names_read, read_test

from ..gradebook.definition import NotebookDefinition

OF_A_PATCHED_MODULE = "a module that the cell patches"


@dataclass(frozen=True)
class Surroundings:
    """The cells around the test cells of a notebook.

    `given` and `solutions` are the sources of instructor cells and solution cells, and `tests`
    those of the test cells, by `grade_id`. `outline` has the imports of instructor cells. The
    notebook's `folder` has the instructor's helper modules. `withheld` has, by test cell, the names
    whose last binding before it, in the order of the notebook, is in another test cell. They are
    never looked up in the submission.
    """

    given: Sequence[str]
    solutions: Sequence[str]
    outline: Outline
    tests: Mapping[str, str]
    folder: Path
    withheld: Mapping[str, Collection[str]] = field(default_factory=dict)


def surroundings_of(
    path: Path, definition: NotebookDefinition, in_process: Collection[str] = ()
) -> Surroundings:
    """Read the cells around the test cells from an instructor's notebook.

    `path` is in `source/`. The definition from the gradebook decides which cells are test cells;
    those in `in_process` run in the student's process.
    """
    tests = {cell.name: cell.source for cell in definition.cells.values() if cell.is_test}
    given = list[str]()
    solutions = list[str]()
    for cell in nbformat.read(path, as_version=4).cells:
        kind = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code" or kind.get("grade_id") in tests:
            continue
        if kind.get("solution"):
            solutions.append(cell.source)
        else:
            given.append(cell.source)
    standings = definition.outline.standings(tests.keys() - set(in_process))
    withheld = {name: standing.withheld for name, standing in standings.items()}
    return Surroundings(given, solutions, definition.outline, tests, path.parent, withheld)


def taken_names(around: Surroundings) -> dict[str, dict[str, str]]:
    """Find the names that each test cell takes from the submission.

    Names that solution cells define are not counted, because they are what the tests are about.
    Return, by test cell, the names that it takes, and for each a phrase that says where it is from.
    """
    origins = dict(_origins(around))
    taken = {}
    for cell, source in around.tests.items():
        patched = dict.fromkeys(read_test(source).patched, OF_A_PATCHED_MODULE)
        names = sorted(_looked_up(around, cell) & origins.keys())
        phrases = {name: origins[name] or patched.get(name) for name in names}
        phrases_of_taken = {name: phrase for name, phrase in phrases.items() if phrase}
        if phrases_of_taken:
            taken[cell] = phrases_of_taken
    return taken


def _looked_up(around: Surroundings, cell: str) -> set[str]:
    """Return the names that a test cell reads and that no test cell has bound for it."""
    source = around.tests[cell]
    bound = {*read_test(source).names, *around.withheld.get(cell, ())}
    return names_read(source) - bound - vars(builtins).keys()


def _origins(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield each name that tests may take from the submission, and its origin; the last counts.

    An empty origin means that the judge imports the name itself.
    """
    defined = set[str]().union(*map(bound_names, around.given))
    solved = set[str]().union(*map(bound_names, around.solutions))
    imported = set[str]().union(*map(imported_names, around.solutions))
    otherwise = (bound_names(source) - imported_names(source) for source in around.solutions)
    for name in imported.difference(*otherwise):
        yield name, "imported by a solution cell"
    for name in defined - solved:
        yield name, "defined in an instructor cell"
    for given in around.outline.given:
        side = given.side(around.folder)
        if side == "judge" and given.name in defined:
            yield given.name, ""
        elif side == "beside":
            yield given.name, f"from {given.module}, which runs in the submission's process"
        elif side == "student":
            yield given.name, f"from {given.module}, which reports on the submission's process"
