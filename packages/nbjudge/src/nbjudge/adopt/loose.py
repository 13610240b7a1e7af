"""Globals that functions of a notebook read and only test cells bind: a mistake of the course.

Entry point: `loose_globals`. In stock nbgrader such a function works by chance, because all cells
share one namespace. A student who calls it before the test cell runs gets a NameError.
"""

import builtins
import symtable
from collections.abc import Iterator
from dataclasses import dataclass

from ..processes.cell_names import bound_names, plain_python, read_test
from .taken import Surroundings


@dataclass(frozen=True)
class LooseGlobal:
    """A function, the global that it reads, and the test cells that bind the global."""

    function: str
    name: str
    tests: tuple[str, ...]


def loose_globals(around: Surroundings) -> tuple[LooseGlobal, ...]:
    """Find the loose globals of a notebook; none if a given cell imports a star."""
    cells = [*around.given, *around.solutions]
    codes = [code for source in cells if (code := _code(source))]
    known = set[str]().union(vars(builtins), *map(bound_names, cells))
    known |= {each.name for each in around.imports}
    if any(each.name == "*" for each in around.imports):
        return ()  # the star may bind any of them, and which ones is not known here
    found = []
    for code in codes:
        for function, name in _read_in_functions(code):
            tests = [t for t, text in around.tests.items() if name in read_test(text).names]
            if name not in known and tests:
                found.append(LooseGlobal(function, name, tuple(tests)))
    return tuple(dict.fromkeys(found))


def _read_in_functions(code: str) -> Iterator[tuple[str, str]]:
    """Yield each function of a cell, those in its classes included, with a global that it reads."""
    top = symtable.symtable(code, "<cell>", "exec")
    tables = [(table.get_name(), table) for table in top.get_children() if _is_named(table)]
    for function, table in tables:
        for symbol in table.get_symbols():
            if symbol.is_global() and symbol.is_referenced():
                yield function, symbol.get_name()
        tables += [(function, child) for child in table.get_children()]


def _is_named(table: symtable.SymbolTable) -> bool:
    """Return True for the table of a `def` or a `class`; comprehensions run with their cell."""
    return table.get_name() not in ("lambda", "listcomp", "setcomp", "dictcomp", "genexpr")


def _code(source: str) -> str:
    try:
        code = plain_python(source)
        symtable.symtable(code, "<cell>", "exec")
    except SyntaxError:
        return ""
    return code
