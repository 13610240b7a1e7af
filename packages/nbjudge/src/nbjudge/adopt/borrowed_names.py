"""Names that a test cell takes from the submission although it does not test them.

A submission can change the value of each: see docs/security.md. The functions of printed.py are not
among them: what they return is the answer's to choose in any case.

Entry points: `taken_names`; `names_taken_in` for a notebook that is not in the gradebook.
"""

import ast
import builtins
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat

from nbisolate import Outline
from nbisolate.cells import bound_names, imported_names, names_read, parse_cell, read_test

from ..gradebook.definition import NotebookDefinition
from ..gradebook.source_notebooks import cells_in, is_test, read_outline
from . import printed

OF_A_PATCHED_MODULE = "a module that the cell patches"


@dataclass(frozen=True)
class Surroundings:
    """The cells around the test cells of a notebook.

    `given` and `solutions` are the sources of instructor cells and solution cells, and `tests`
    those of the test cells by `grade_id`, in the order of the notebook. `outline` has the imports
    of instructor cells. The notebook's `folder` has the instructor's helper modules. `withheld`
    has, by test cell, the names whose last binding before it, in the order of the notebook, is in
    another test cell. They are never looked up in the submission.
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


def names_taken_in(path: Path) -> dict[str, list[str]]:
    """Find the names that the test cells of a notebook in `source/` take from the submission.

    These are the names that `nbjudge check` notes: a test cell uses them but does not test them,
    and a submission can change their values. All test cells are read as if none ran in the
    submission's process.

    Parameters
    ----------
    path : Path
        A notebook in `source/`. Helper modules are looked for next to it.

    Returns
    -------
    dict of str to list of str
        The sorted names by the `grade_id` of each test cell that has points and takes any.
    """
    given = list[str]()
    solutions = list[str]()
    tests = dict[str, str]()
    scored = set[str]()
    for cell in cells_in(path):
        about = cell.metadata.get("nbgrader", {})
        if is_test(cell):
            tests[about["grade_id"]] = cell.source
            scored |= {about["grade_id"]} if about["points"] else set()
        elif cell.cell_type == "code":
            (solutions if about.get("solution") else given).append(cell.source)
    outline = read_outline(path, ())
    standings = outline.standings(tests.keys())
    withheld = {name: standing.withheld for name, standing in standings.items()}
    taken = taken_names(Surroundings(given, solutions, outline, tests, path.parent, withheld))
    return {cell: sorted(names) for cell, names in taken.items() if cell in scored}


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
    """Return the names that a test cell reads and that no test cell has bound for it.

    Those that it reads by a function of another test cell are among them.
    """
    source = around.tests[cell]
    withheld = set(around.withheld.get(cell, ()))
    functions = dict[str, ast.stmt]()
    before = itertools.takewhile(lambda name: name != cell, around.tests)
    for other in before:
        functions.update(_functions(around.tests[other]))
    bound = set(read_test(source).names)
    read = names_read(source) - bound
    pending = list(read)
    for name in pending:
        is_of_a_test = name in functions and name in withheld
        inner = names_read(ast.unparse(functions[name])) if is_of_a_test else set[str]()
        pending += inner - read
        read |= inner
    return read - bound - withheld - vars(builtins).keys()


def _functions(source: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions that a cell defines, by name."""
    for node in ast.walk(parse_cell(source) or ast.Module([], [])):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node


def _origins(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield each name that tests may take from the submission, and its origin; the last counts.

    An empty origin means that the judge imports the name itself, or that it only runs the answer.
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
        elif side == "beside" and _is_ours(around.folder / f"{given.module}.py"):
            yield given.name, ""
        elif side == "beside":
            yield given.name, f"from {given.module}, which runs in the submission's process"
        elif side == "student":
            yield given.name, f"from {given.module}, which reports on the submission's process"


def _is_ours(path: Path) -> bool:
    """Return True for the file that `nbjudge init --printed` writes, if nobody has changed it.

    Its functions run the answer and return what it returns, prints or raises.
    """
    return path.is_file() and path.read_bytes() == Path(printed.__file__).read_bytes()
