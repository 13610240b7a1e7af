"""Globals that functions of a notebook read and only test cells bind: a mistake of the course.

Entry point: `loose_globals`. In stock nbgrader such a function works by chance, because all cells
share one namespace. A student who calls it before the test cell runs gets a NameError.
"""

import builtins
from dataclasses import dataclass

from ..processes.cell_names import bound_names, globals_of_functions, read_test
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
    known = set[str]().union(vars(builtins), *map(bound_names, cells))
    known |= {each.name for each in around.imports}
    if any(each.name == "*" for each in around.imports):
        return ()  # the star may bind any of them, and which ones is not known here
    found = []
    for source in cells:
        for function, name in globals_of_functions(source):
            tests = [t for t, text in around.tests.items() if name in read_test(text).names]
            if name not in known and tests:
                found.append(LooseGlobal(function, name, tuple(tests)))
    return tuple(dict.fromkeys(found))
