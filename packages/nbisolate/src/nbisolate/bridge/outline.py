"""What the judge knows of a notebook's code before it runs: imports, names, and the test cells.

`nbisolate.processes.name_analysis` reads all of it from the source. No more is imported here,
because programs read cells on Windows, too.

Entry points: `Outline`, with `GivenImport` and `CellNames`; `TestCode`.
"""

import contextlib
import importlib.util
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

# The process that provides a module which an instructor cell imports:
#   judge    it is installed, and the judge imports it itself
#   beside   a file next to the notebook: imported in the student's process before its first cell
#   student  the student's process has its own
Side: TypeAlias = Literal["judge", "beside", "student"]

# Modules that show or change the state of a process: its files, its figures, its output. The
# judge's own would show the judge.
OF_THE_PROCESS = frozenset(
    "IPython builtins contextlib getpass glob io logging matplotlib os pathlib shutil subprocess "
    "sys tempfile unittest.mock warnings".split()
)


# The first and the last line of a piece of code, and its first and last column.
Place: TypeAlias = list[int]


@dataclass(frozen=True)
class ComparedCall:
    """A call ``y = f(x)`` in a test cell that does nothing with `x` but compare it.

    `names` are those by which the cell can reach the arguments. `called` are those of modules and
    functions that made them, and that the cell does not define. Both are sorted.
    """

    place: Place
    names: list[str]
    called: list[str]


@dataclass(frozen=True)
class TestCode:
    """The static analysis of a test cell, made before it runs.

    `code` is the cell without IPython's magics, or None if it is not valid Python. `names` are
    those it binds at its top level, or in a function by ``global``. `mentioned` are the names and
    attributes that occur in it, and `patched` the names of the objects whose attributes it sets.
    `imported` are those of `names` that only an import binds, and `outside` the names whose value
    may come from another cell. These lists are sorted. `effects` has the places of calls that it
    makes for their effect on the arguments, and `compared` those that it may make for it.
    """

    __test__ = False  # pytest would collect it, because its name begins with "Test"

    code: str | None
    names: list[str]
    mentioned: list[str]
    patched: list[str]
    imported: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    effects: list[Place] = field(default_factory=list)
    compared: list[ComparedCall] = field(default_factory=list)


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

    def side(self, folder: Path) -> Side:
        """Return the process that provides the module, "judge", "beside" or "student".

        `folder` has the instructor's files that are next to the notebook. A module in it is
        "beside". An installed one is the judge's own, except those that show or change the state
        of a process, such as `os`.
        """
        top = self.module.partition(".")[0]
        if (folder / f"{top}.py").is_file() or (folder / top).is_dir():
            return "beside"
        if any(f"{self.module}.".startswith(f"{name}.") for name in OF_THE_PROCESS):
            return "student"
        with contextlib.suppress(ValueError, ImportError):  # such as __main__
            if importlib.util.find_spec(top) is not None:
                return "judge"
        return "student"


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
class Standing:
    """The state of names before a test cell.

    `withheld` are names that a judged test cell binds before this cell, and that no cell but a test
    binds in between. They are never looked up in the submission, even if that test cell fails.
    `overwritten` are names that a judged test cell has bound, and then a cell that isn't a test:
    the student's.
    """

    withheld: frozenset[str] = frozenset()
    overwritten: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Outline:
    """The structure of the instructor's notebook, taken from no submission.

    `given` has the imports of instructor cells, and `order` the names that the code cells bind,
    both in the order of the notebook. `order` is empty if there is no such notebook.
    """

    given: Sequence[GivenImport] = ()
    order: Sequence[CellNames] = ()

    def standings(self, judged: Collection[str]) -> dict[str, Standing]:
        """Return the state of names before each test cell, by the `CellNames.test` of the cell.

        In a single kernel, the cell that binds a name last decides the value that a later cell
        finds. A name that a test cell binds is the judge's; if another cell binds it after that, it
        is the student's again. The order is that of the instructor's notebook, so a submission
        changes nothing by moving cells.

        `judged` are the test cells that the judge runs. The others are in-process: they run in
        another process, so what they bind changes nothing here. Of several test cells with the same
        name or source, the last one counts.
        """
        standings = {}
        by_tests = set[str]()
        overwritten = set[str]()
        for cell in self.order:
            names = set(cell.names)
            if cell.test is not None:
                standings[cell.test] = Standing(frozenset(by_tests), frozenset(overwritten))
            if cell.test is None:
                overwritten |= names & by_tests
                by_tests -= names
            elif cell.test in judged:
                by_tests |= names
                overwritten -= names
        return standings
