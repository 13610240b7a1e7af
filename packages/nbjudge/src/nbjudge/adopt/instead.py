"""Candidate statements that give a test cell a tool or a helper without the submission.

Entry point: `statements_for`. Which of them work is found out by trying: see `remedy`.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ..processes.cell_names import (
    bound_names,
    names_read,
    parse_cell,
    plain_python,
    single_imports,
)
from .evidence import Evidence
from .findings import Key
from .taken import OF_A_PATCHED_MODULE, Surroundings, submission_names, taken_names

NOTHING = ast.Module([], [])  # instead of the tree of a cell that is not valid Python


@dataclass(frozen=True)
class Statement:
    """Code that binds a name: an import, or a given function with everything that it needs."""

    name: str
    code: str
    is_import: bool


def statements_for(evidence: Evidence, notebook: str) -> dict[Key, list[Statement]]:
    """Return statements with which each test cell could do without a name of the submission.

    Returns
    -------
    By test cell, statements for the tools and helpers that it takes from the submission. If the
    cell differs, also for every name that it lacks and some cell of the notebook imports.
    """
    around = evidence.around(notebook)
    imports, functions = dict(_imports(around)), _functions(around)
    taken, found = taken_names(around), {}
    for cell in evidence.tests[notebook]:
        if (notebook, cell) in evidence.shared():
            continue  # a shared cell runs in the submission's process: a statement changes nothing
        names = {n for n, why in taken.get(cell, {}).items() if why != OF_A_PATCHED_MODULE}
        if (notebook, cell) in evidence.differ:
            names |= _missing(around, cell) & imports.keys()
        own = [Statement(name, imports[name], True) for name in sorted(names & imports.keys())]
        for name in sorted(names & functions.keys() - imports.keys()):
            own.append(Statement(name, _whole(name, functions, imports), False))
        if own:
            found[notebook, cell] = own
    return found


def _missing(around: Surroundings, cell: str) -> set[str]:
    """Return the names that a cell reads and does not bind: the submission's or another test's."""
    code = around.tests[cell]
    others = set[str]().union(
        *(bound_names(text) for name, text in around.tests.items() if name != cell)
    )
    return (submission_names(around, cell) | (names_read(code) & others)) - bound_names(code)


def _imports(around: Surroundings) -> Iterator[tuple[str, str]]:
    """Yield the imports of all cells by the name that they bind; the last one of a name counts.

    Given cells come last, so their imports take precedence.
    """
    answers = set[str]()
    for source in around.solutions:
        for node in ast.walk(parse_cell(source) or NOTHING):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                answers.add(node.name)
    for source in (*around.solutions, *around.tests.values(), *around.given):
        for node in ast.walk(parse_cell(source) or NOTHING):
            if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
                for each in single_imports(node):
                    if each.name not in answers and each.name != "*":
                        yield each.name, each.statement


def _functions(around: Surroundings) -> dict[str, str]:
    """Return the source of the functions that given cells define and solution cells do not."""
    solved = set[str]().union(*map(bound_names, around.solutions))
    found = {}
    for source in around.given:
        for node in (parse_cell(source) or NOTHING).body:
            if isinstance(node, ast.FunctionDef) and node.name not in solved:
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                lines = plain_python(source).split("\n")
                found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def _whole(name: str, functions: dict[str, str], imports: dict[str, str]) -> str:
    """Return the source of a function, after the imports and given functions that it needs."""
    # A definition that is found later is needed by one that was found earlier, so it goes to the
    # front, even if it was found before.
    needed, left = dict[str, str](), [name]
    while left:
        each = left.pop()
        code = functions.get(each) or imports[each]
        needed = {each: code, **{other: text for other, text in needed.items() if other != each}}
        if each in functions:
            found = names_read(code) & (functions.keys() | imports.keys())
            left += sorted(found - needed.keys())
    return "\n".join(needed.values())
