"""What the judge knows of a notebook's code before it runs: imports, names, and the test cells.

`nbisolate.processes.name_analysis` reads all of it from the source. No more is imported here,
because programs read cells on Windows, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TestCode:
    """The static analysis of a test cell, made before it runs.

    `code` is the cell without IPython's magics, or None if it is not valid Python. `names` are
    those it binds at its top level, or in a function by ``global``. `mentioned` are the names and
    attributes that occur in it, and `patched` the names of the objects whose attributes it sets.
    These lists are sorted. `effects` has the positions of calls that it makes for their effect on
    the arguments: first and last line, first and last column.
    """

    __test__ = False  # pytest would collect it, because its name begins with "Test"

    code: str | None
    names: list[str]
    mentioned: list[str]
    patched: list[str]
    effects: list[list[int]] = field(default_factory=list)


@dataclass(frozen=True)
class GivenImport:
    """A name that an instructor cell of a notebook imports.

    `name` is the one that the cell binds, or "*". `module` is the full name of the module that is
    imported, or that the name is imported from. `statement` imports only this name. For "*",
    `others` are the names that the notebook binds in another way, so that the star does not.
    """

    name: str
    module: str
    statement: str
    others: Sequence[str] = ()


@dataclass(frozen=True)
class CellNames:
    """The names that a code cell of the instructor's notebook binds.

    `names` are bound at its top level, and `classes` defined in it; both are sorted. `test` is the
    grade_id of a test cell, and in the judge its source. It is None for any other cell.
    """

    names: Sequence[str]
    test: str | None = None
    classes: Sequence[str] = ()


@dataclass(frozen=True)
class Outline:
    """The structure of the instructor's notebook, taken from no submission.

    `given` has the imports of instructor cells, and `order` the names that the code cells bind,
    both in the order of the notebook. `order` is empty if there is no such notebook.
    """

    given: Sequence[GivenImport] = ()
    order: Sequence[CellNames] = ()
