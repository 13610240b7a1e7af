"""Static analysis of notebook cells: names bound and read, imports, and what a test cell needs.

A cell that is not valid Python, after IPython's syntax is replaced, binds, reads and imports
nothing. Its error is shown when it runs.

Entry points: `plain_python`, `parse_cell`; `bound_names`, `imported_names`, `names_read`,
`modules_imported`, `single_imports`; `read_cell`, `read_test` and `read_given`, on which points
depend.
"""

import ast
import contextlib
import functools
import itertools
import re
import symtable
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..bridge.outline import CellNames, GivenImport, TestCode
from .argument_mutation import calls_for_effect, compared_calls, names_from_outside

# A superset of what IPython's token transformers look for: a line or an assigned value that begins
# with an escape, and a question mark at the end of a line. A match inside a string costs time only.
ESCAPE = re.compile(r"^\s*[%!?,;/]|=\s*[%!]|\?\s*$", re.MULTILINE)
# What its transformers of whole cells look for: prompts, and an indented first line.
# Without a match of either, `plain_python` does not import IPython.
PROMPT = re.compile(r"^\s*(>>>|\.\.\.|In \[)|\A\s*^[ \t\f]+\S", re.MULTILINE)
# The last parts of the names of functions that set or delete an attribute of their first argument:
# setattr, monkeypatch.setattr, mock.patch.object.
SETTERS = {"setattr", "delattr", "object", "multiple"}

PARSE_TRIES = 10


def plain_python(source: str) -> str:
    """Return a cell as plain Python, as IPython's `TransformerManager.transform_cell` does.

    IPython takes a tenth of a second to import. It is imported only for a cell that has syntax of
    its own (``%magic``, ``!command``, ``help?``). Raise `SyntaxError` if IPython cannot read the
    cell.
    """
    lines = source.splitlines(keepends=True)
    blank = source.isspace() and set(source) != {"\n"}
    if blank or ESCAPE.search(source) or PROMPT.search(source):
        from IPython.core.inputtransformer2 import TransformerManager

        return str(TransformerManager().transform_cell(source))
    # The rest is what IPython does to a cell without such syntax: it drops leading blank lines and
    # adds a newline at the end.
    begun = list(itertools.dropwhile(str.isspace, lines)) or lines
    text = "".join(begun)
    return text if text.endswith("\n") else text + "\n"


def parse_cell(source: str) -> ast.Module | None:
    """Parse a cell; return None if it is not valid Python."""
    try:
        text = plain_python(source)
        for _ in range(PARSE_TRIES - 1):
            # In older Python, two threads that parse at once share a counter, and one of them
            # raises "recursion depth mismatch" (python/cpython issue 106905).
            with contextlib.suppress(SystemError):
                return ast.parse(text)
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def bound_names(source: str) -> set[str]:
    """Return the names a cell binds at module level, including those declared ``global``."""
    return {symbol.get_name() for symbol, table in _symbols(source) if _binds(symbol, table)}


def imported_names(source: str) -> set[str]:
    """Return the names that a cell binds by an import, and in no other way."""
    return {
        symbol.get_name()
        for symbol, table in _symbols(source)
        if _binds(symbol, table) and not symbol.is_assigned()
    }


def names_read(source: str) -> set[str]:
    """Return the names a cell reads at module level, and the globals that its functions read."""
    return {
        symbol.get_name()
        for symbol, table in _symbols(source)
        if symbol.is_referenced() and (table.get_type() == "module" or symbol.is_global())
    }


def read_cell(source: str, test: str | None = None) -> CellNames:
    """Read the names that a cell binds, and the classes that it defines.

    `test` is the name or the source of a test cell, and None for any other cell.
    """
    nodes = ast.walk(parse_cell(source) or ast.Module([], []))
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    return CellNames(tuple(sorted(bound_names(source))), test, tuple(sorted(classes)))


def modules_imported(source: str) -> list[tuple[str, str]]:
    """Return the modules that a cell imports, each with the name that it imports of it, or ""."""
    found = list[tuple[str, str]]()
    for node in ast.walk(parse_cell(source) or ast.Module([], [])):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [(node.module, alias.name) for alias in node.names]
    return found


def single_imports(node: ast.Import | ast.ImportFrom) -> Iterator[GivenImport]:
    """Yield an import of its own for each name that a statement imports."""
    for alias in node.names:
        if isinstance(node, ast.Import):
            name, module = alias.asname or alias.name.partition(".")[0], alias.name
        else:
            name, module = alias.asname or alias.name, node.module or ""
        one: ast.stmt = type(node)(**{**vars(node), "names": [alias]})
        yield GivenImport(name, module, ast.unparse(one))


@functools.cache
def read_test(source: str) -> TestCode:
    """Analyze a test cell. Cached: every submission has the same test cells."""
    try:
        code = plain_python(source)
        tree = ast.parse(code)
        bound = _bound(code)
    except SyntaxError:
        return TestCode(None, [], [], [])  # the error is shown when it runs
    nodes = list(ast.walk(tree))
    mentioned = {node.id for node in nodes if isinstance(node, ast.Name)}
    mentioned |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    patched = sorted(set(_patched(tree)))
    return TestCode(
        code,
        sorted(bound),
        sorted(mentioned),
        patched,
        sorted(imported_names(source)),
        sorted(names_from_outside(tree)),
        calls_for_effect(tree),
        compared_calls(tree),
    )


def read_given(cells: Iterable[tuple[str, bool]], *, handed_in: bool = False) -> list[GivenImport]:
    """Return the imports of a notebook that are the instructor's to decide.

    A name that a cell also binds in another way is not among them, such as a function with the name
    of one of NumPy's. Imports in functions and under ``if`` are ignored.

    `cells` are the code cells that are not test cells, in their order, each with True for a
    solution, whose imports are the student's. With `handed_in`, the solutions are a student's. A
    name that they bind then remains an import of the instructor cell, because it is one when the
    instructor's solutions are read.
    """
    found = list[GivenImport]()
    others = set[str]()
    solved = set[str]()
    for source, solution in cells:
        try:
            tree = ast.parse(plain_python(source))
            imports = list(_take_imports(tree.body))
            bound = _bound(ast.unparse(tree))
        except SyntaxError:
            continue  # a cell that cannot run binds nothing
        (solved if solution else others).update(bound)
        if not solution:
            found += [each for node in imports for each in single_imports(node)]
    dropped = others if handed_in else others | solved
    stars = tuple(sorted(others | solved))
    return [
        replace(each, others=stars) if each.name == "*" else each
        for each in found
        if each.name not in dropped
    ]


def _bound(code: str) -> set[str]:
    """Return the names that plain Python binds, as `bound_names` does for a cell.

    Raise `SyntaxError` if the code is not valid Python.
    """
    return {symbol.get_name() for symbol, table in _tables(code) if _binds(symbol, table)}


def _binds(symbol: symtable.Symbol, table: symtable.SymbolTable) -> bool:
    here = table.get_type() == "module" or symbol.is_declared_global()
    return here and (symbol.is_assigned() or symbol.is_imported())


def _symbols(source: str) -> Iterator[tuple[symtable.Symbol, symtable.SymbolTable]]:
    """Yield the symbols of a cell and of its functions and classes, each with its scope."""
    try:
        yield from _tables(plain_python(source))
    except (SyntaxError, ValueError, RecursionError):
        return


def _tables(code: str) -> Iterator[tuple[symtable.Symbol, symtable.SymbolTable]]:
    if sys.version_info >= (3, 12):
        # Since then the names of a comprehension stand among those of the scope around it
        # (PEP 709), as if the cell bound them. A generator keeps a scope of its own.
        code = ast.unparse(_Generators().visit(ast.parse(code)))
    tables = [symtable.symtable(code, "<cell>", "exec")]
    for table in tables:
        yield from ((symbol, table) for symbol in table.get_symbols())
        tables += table.get_children()


class _Generators(ast.NodeTransformer):
    """A transformer of comprehensions into generators that bind and read the same names."""

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.AST:
        return self.generic_visit(ast.GeneratorExp(node.elt, node.generators))

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return self.generic_visit(ast.GeneratorExp(pair, node.generators))


def _take_imports(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Remove from the statements of a cell the imports that run in any case, and yield them."""
    for index, node in enumerate(body):
        if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
            body[index] = ast.Pass()
            yield node
        elif isinstance(node, ast.With):
            yield from _take_imports(node.body)
        elif isinstance(node, ast.Try):
            # Handlers are dropped: the names that they bind stand in for a module that is missing,
            # and must not make the import look like a name that is bound twice.
            tried = [*node.body, *node.orelse, *node.finalbody]
            yield from _take_imports(tried)
            body[index] = ast.If(ast.Constant(True), tried, [])


def _patched(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the objects whose attributes a cell sets or deletes."""
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
