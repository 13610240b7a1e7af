"""What can be told of cells before they are run: what tests name and bind, what is given to them.

Entry points: `read_test`, `read_given`, `read_names`.
"""

import ast
import functools
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..border.messages import GivenImport, TestCode
from .effects import calls_for_effect
from .plain import without_magics

# By the last part of their name, calls that set or delete an attribute of their first argument:
# setattr, monkeypatch.setattr, mock.patch.object.
SETTERS = {"setattr", "delattr", "object", "multiple"}


@functools.cache
def read_test(source: str) -> TestCode:
    """What can be told of a test cell; all submissions have the same ones."""
    try:
        code = without_magics(source)
        tree = ast.parse(code)
        bound = bound_names(code)
    except SyntaxError:
        return TestCode(None, [], [], [])  # it will say so when it is run
    mentioned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    mentioned |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    patched = sorted(set(_patched(tree)))
    return TestCode(code, sorted(bound), sorted(mentioned), patched, calls_for_effect(tree))


def read_given(cells: Iterable[tuple[str, bool]], *, handed_in: bool = False) -> list[GivenImport]:
    """The imports of a notebook that are the instructor's to decide.

    A name that a cell binds otherwise as well, such as a function that has the name of one of
    NumPy's, is not among them. Imports in functions and under ``if`` are not looked at.

    Parameters
    ----------
    cells
        The code cells that are no tests, in their order: the source, and whether it is a solution.
        What a solution imports is the student's.
    handed_in
        Whether the solutions are a student's: then a name that they bind stays what the given cell
        imports, as it does when the instructor's solutions are read.
    """
    found, others, solved = list[GivenImport](), set[str](), set[str]()
    for source, solution in cells:
        try:
            tree = ast.parse(without_magics(source))
        except SyntaxError:
            continue  # it binds nothing
        imports = list(_take_imports(tree.body))
        (solved if solution else others).update(bound_names(ast.unparse(tree)))
        if not solution:
            found += [each for node in imports for each in _each_name(node)]
    dropped = others if handed_in else others | solved
    stars = tuple(sorted(others | solved))
    return [
        replace(each, others=stars) if each.name == "*" else each
        for each in found
        if each.name not in dropped
    ]


def read_names(source: str) -> list[str]:
    """The names that a cell binds; none where it is no Python."""
    try:
        return sorted(bound_names(without_magics(source)))
    except SyntaxError:
        return []


def bound_names(code: str) -> set[str]:
    """What a cell binds at its top level, or in a function by ``global``."""
    names = set()
    tables = [symtable.symtable(code, "<cell>", "exec")]
    for table in tables:
        for symbol in table.get_symbols():
            here = table.get_type() == "module" or symbol.is_declared_global()
            if here and (symbol.is_assigned() or symbol.is_imported()):
                names.add(symbol.get_name())
        tables += table.get_children()
    return names


def _take_imports(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that are run in any case, out of the statements of a cell."""
    for place, node in enumerate(body):
        if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
            body[place] = ast.Pass()
            yield node
        elif isinstance(node, ast.With):
            yield from _take_imports(node.body)
        elif isinstance(node, ast.Try):
            # What a handler binds stands in for a module that is missing.
            tried = [*node.body, *node.orelse, *node.finalbody]
            yield from _take_imports(tried)
            body[place] = ast.If(ast.Constant(True), tried, [])


def _each_name(node: ast.Import | ast.ImportFrom) -> Iterator[GivenImport]:
    for alias in node.names:
        if isinstance(node, ast.Import):
            name, module = alias.asname or alias.name.partition(".")[0], alias.name
        else:
            name, module = alias.asname or alias.name, node.module or ""
        one: ast.stmt = type(node)(**{**vars(node), "names": [alias]})
        yield GivenImport(name, module, ast.unparse(one))


def _patched(tree: ast.AST) -> Iterator[str]:
    """The names whose attributes a cell sets or deletes."""
    for node in ast.walk(tree):
        target: ast.expr | None = None
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            target = node.value
        elif isinstance(node, ast.Call) and node.args:
            last = getattr(node.func, "attr", getattr(node.func, "id", ""))
            target = node.args[0] if last in SETTERS else None
        while isinstance(target, ast.Attribute):
            target = target.value
        if isinstance(target, ast.Name):
            yield target.id
