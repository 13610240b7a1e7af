"""What the judge knows of a notebook's code before it runs: imports, names, and the test cells.

`nbjudge.processes.cell_names` reads all of it from the source. No more is imported here, because
Validate reads cells on Windows, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class TestCode:
    """The static analysis of a test cell, made before it runs.

    Parameters
    ----------
    code
        The cell without IPython's magics, or None if it is not valid Python.
    names
        The names it binds at its top level, or in a function by ``global``; sorted.
    mentioned
        The names and attributes that occur in it; sorted.
    patched
        The names of the objects whose attributes it sets; sorted.
    effects
        The positions of calls that it makes for their effect on the arguments: first and last
        lines and columns.
    """

    __test__ = False  # pytest would collect it, because its name begins with "Test"

    code: str | None
    names: list[str]
    mentioned: list[str]
    patched: list[str]
    effects: list[list[int]] = field(default_factory=list)


@dataclass(frozen=True)
class GivenImport:
    """A name that a given cell of a notebook imports.

    Parameters
    ----------
    name
        The name that the cell binds, or "*".
    module
        The full name of the module that is imported, or that the name is imported from.
    statement
        The import of this name alone.
    others
        For "*", the names that the notebook binds in another way, so that the star does not.
    """

    name: str
    module: str
    statement: str
    others: Sequence[str] = ()


@dataclass(frozen=True)
class CellNames:
    """The names that a code cell of the instructor's notebook binds.

    Parameters
    ----------
    names
        The names it binds at its top level; sorted.
    test
        For a test cell its grade_id, and in the judge its source. None for any other cell.
    classes
        The names of the classes it defines; sorted.
    """

    names: Sequence[str]
    test: str | None = None
    classes: Sequence[str] = ()


@dataclass(frozen=True)
class Outline:
    """The structure of the instructor's notebook, taken from no submission.

    Parameters
    ----------
    given
        The imports of given cells, in the order of the notebook.
    order
        The names that its code cells bind, in their order. Empty if there is no such notebook.
    """

    given: Sequence[GivenImport] = ()
    order: Sequence[CellNames] = ()
