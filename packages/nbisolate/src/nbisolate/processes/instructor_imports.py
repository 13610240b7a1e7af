"""Imports of instructor cells in the judge, so that tests do not take them from the submission.

The location of a module decides which process provides it. An installed module is the judge's own.
A module next to the notebook works on the student's live objects: it is imported in the student's
process before the first cell, from the instructor's files, and its names are looked up there, where
no cell can bind them (see `nbisolate.processes.helper_modules`). A few installed modules serve to
look at the student's process, and are looked up in it.
"""

import compileall
import contextlib
import functools
import importlib.util
import os
import py_compile
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..bridge.exceptions import StudentError
from ..bridge.outline import GivenImport, Side
from ..sandbox.bubblewrap import HOME
from .session import Session

# Functions that seed a generator. A test cell's call of one is repeated in the student's process,
# because in a single kernel the student's code draws from the generator that the test has seeded.
SEEDS = (
    ("random", "seed"),
    ("numpy.random", "seed"),
    ("torch", "manual_seed"),
    ("torch.random", "manual_seed"),
)


def modules_in(folder: Path, prefix: str = "") -> dict[str, str]:
    """Return the files of the modules in a folder and in its packages, by the modules' names."""
    found = {}
    # A package is imported rather than a module of the same name, so the folders follow the files.
    for entry in sorted(os.scandir(folder), key=os.DirEntry.is_dir):
        name = entry.name.removesuffix(".py")
        package = os.path.join(entry.path, "__init__.py")
        if not name.isidentifier():
            continue
        if entry.is_file() and name not in (entry.name, "__init__"):
            found[prefix + name] = entry.path
        elif name == entry.name and os.path.isfile(package):
            found |= modules_in(Path(entry.path), f"{prefix}{name}.") | {prefix + name: package}
    return found


def compile_modules(folder: Path) -> None:
    """Compile the instructor's modules for the judges' sandboxes, once instead of in each judge.

    The judge imports them, and passes their code on to the student's process. To compile them took
    11 % of a judge's processor time and 5 % of a student's process's. The bytecode contains a hash
    of its source, because files have new times in each sandbox.
    """
    with warnings.catch_warnings():
        # Leave out a module with a warning, which would otherwise be shown here, and by no import.
        warnings.simplefilter("error")
        mode = py_compile.PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(folder, ddir=HOME, force=True, quiet=2, invalidation_mode=mode)


def _compiled(path: Path) -> bytes:
    """Return the marshaled code of one of the judge's modules, which `compile_modules` has left.

    It is empty if there is none, or if it is not that of the source.
    """
    with contextlib.suppress(OSError):
        data = Path(importlib.util.cache_from_source(path)).read_bytes()
        flags = (0b11).to_bytes(4, "little")  # PEP 552: a hash follows, and must be checked
        digest = importlib.util.source_hash(path.read_bytes())
        head = importlib.util.MAGIC_NUMBER + flags + digest
        if data.startswith(head):
            return data[len(head) :]
    return b""


class GivenNames:
    """The names that the instructor cells of a notebook import, as its test cells find them.

    `imports` are in the order of the notebook. `folder` has the instructor's files that are next to
    it.
    """

    def __init__(self, imports: Sequence[GivenImport], folder: Path, session: Session):
        self.session = session
        self.folder = folder
        self.imports = [(each, each.side(folder)) for each in imports]
        self.tops = {each.module.partition(".")[0] for each in imports}
        self.values: dict[str, Any] = {}
        self.stars: dict[str, dict[str, Any]] = {}
        self.seeding = set[tuple[str, str]]()
        self._seed_both()

    def keep(self) -> None:
        """Import the modules next to the notebook in the student's process.

        Call it before the first cell runs, because cells can change what an import finds.
        """
        statements = [each.statement for each, side in self.imports if side == "beside"]
        if statements:
            files = modules_in(self.folder)
            files = {name: os.path.relpath(path, self.folder) for name, path in files.items()}
            codes = {name: _compiled(self.folder / path) for name, path in files.items()}
            with contextlib.suppress(StudentError):  # the instructor cell shows the error
                self.session.keep(files, statements, codes)

    def side(self, name: str) -> Side | None:
        """Return the process that provides a name; None if no instructor cell imports it by name.

        The names bound by ``from module import *``, if the module is next to the notebook, are
        known to the student's process only: see `may_be_beside`.
        """
        sides = [side for each, side in self.imports if self._binds(each, side, name)]
        return sides[-1] if sides else None

    def own(self, name: str) -> Any:
        """Import a name of which `side` is "judge"; return the judge's own object.

        Raise `ImportError` if there is no such module, or no such name in it.
        """
        if name not in self.values:
            space: dict[str, Any] = {}
            for each, side in self.imports:
                if side == "judge" and self._binds(each, side, name):
                    self._run(each, space)
            self.values[name] = space[name]
        return self.values[name]

    def may_be_beside(self, name: str) -> bool:
        """Return True if ``import *`` from a module next to the notebook may have bound a name."""
        stars = [each for each, side in self.imports if each.name == "*" and side == "beside"]
        return any(name not in each.others for each in stars)

    def _binds(self, each: GivenImport, side: Side, name: str) -> bool:
        if each.name != "*" or side != "judge":
            return each.name == name
        if name in each.others:
            return False
        if each.statement not in self.stars:
            self.stars[each.statement] = {}
            with contextlib.suppress(ImportError):
                self._run(each, self.stars[each.statement])
        return name in self.stars[each.statement]

    def _run(self, each: GivenImport, space: dict[str, Any]) -> None:
        importlib.import_module(each.module)
        self._seed_both()  # before a name is bound to the function that seeds
        exec(each.statement, space)
        space.pop("__builtins__", None)

    def _seed_both(self) -> None:
        """Wrap the seeding functions of imported modules, to seed both processes."""
        for module, name in SEEDS:
            given = module.partition(".")[0] in self.tops and module in sys.modules
            if given and (module, name) not in self.seeding:
                self.seeding.add((module, name))
                here = getattr(sys.modules[module], name)
                setattr(sys.modules[module], name, self._both(here, module, name))

    def _both(self, here: Callable[..., Any], module: str, name: str) -> Callable[..., Any]:
        @functools.wraps(here)
        def seed(*args: Any, **kwargs: Any) -> Any:
            result = here(*args, **kwargs)
            if any(value is not None for value in (*args, *kwargs.values())):
                # The process may have ended, or the submission may have replaced its generator.
                with contextlib.suppress(StudentError):
                    self.session.apply("seed", module, name, *args, **kwargs)
            return result

        return seed
