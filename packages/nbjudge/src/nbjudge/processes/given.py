"""The judge's side of what given cells import: a test that names it does not ask the submission.

Where a module lies decides whose it is. An installed one is the judge's own. One beside the
notebook works on the student's live objects: it is imported in the student's process before the
first cell, from the instructor's files, and its names are asked for there, where no cell binds them
(see `nbjudge.processes.helper_modules`). A few modules are used to look at the student's process,
and stay its own.
"""

import contextlib
import functools
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from ..border.exceptions import StudentError
from ..border.messages import GivenImport
from .session import Session

# What is used to look at a process, or to change it: its files, its figures, what it prints.
OF_THE_PROCESS = frozenset(
    "IPython builtins contextlib getpass glob io logging matplotlib os pathlib shutil subprocess "
    "sys tempfile unittest.mock warnings".split()
)
# What a test seeds with one of these is drawn in both processes.
SEEDS = (
    ("random", "seed"),
    ("numpy.random", "seed"),
    ("torch", "manual_seed"),
    ("torch.random", "manual_seed"),
)


class Side(Enum):
    """Whose a module is that a given cell imports."""

    JUDGE = "installed: the judge imports it itself"
    BESIDE = "beside the notebook: it is imported in the submission's process before its first cell"
    STUDENT = "the submission's own"


def side_of(module: str, folder: Path) -> Side:
    """Say whose a module is.

    Parameters
    ----------
    module
        Its full name.
    folder
        The instructor's files beside the notebook.
    """
    top = module.partition(".")[0]
    if (folder / f"{top}.py").is_file() or (folder / top).is_dir():
        return Side.BESIDE
    if any(module == name or module.startswith(f"{name}.") for name in OF_THE_PROCESS):
        return Side.STUDENT
    with contextlib.suppress(ValueError, ImportError):  # such as __main__
        if importlib.util.find_spec(top) is not None:
            return Side.JUDGE
    return Side.STUDENT


def modules_in(folder: Path, prefix: str = "") -> dict[str, str]:
    """The files of the modules in a folder, and of the packages in it, by the modules' names."""
    found = {}
    for entry in os.scandir(folder):
        name = entry.name.removesuffix(".py")
        if not name.isidentifier():
            continue
        if name != entry.name and entry.is_file():
            found[prefix + name] = entry.path
    for entry in os.scandir(folder):
        package = os.path.join(entry.path, "__init__.py")
        if entry.name.isidentifier() and entry.is_dir() and os.path.isfile(package):
            inner = modules_in(Path(entry.path), f"{prefix}{entry.name}.")
            inner.pop(f"{prefix}{entry.name}.__init__")
            found |= inner | {prefix + entry.name: package}
    return found


class GivenNames:
    """What the given cells of a notebook import, as its test cells find it.

    Parameters
    ----------
    imports
        In the order of the notebook.
    folder
        The instructor's files beside it.
    session
        The conversation with the student's process.
    """

    def __init__(self, imports: Sequence[GivenImport], folder: Path, session: Session):
        self.session, self.folder = session, folder
        self.imports = [(each, side_of(each.module, folder)) for each in imports]
        self.tops = {each.module.partition(".")[0] for each in imports}
        self.values: dict[str, Any] = {}
        self.stars: dict[str, dict[str, Any]] = {}
        self.seeding = set[tuple[str, str]]()
        self._seed_both()

    def keep(self) -> None:
        """Have the modules beside the notebook imported; to be called before its first cell."""
        statements = [each.statement for each, side in self.imports if side is Side.BESIDE]
        if statements:
            files = modules_in(self.folder)
            files = {name: os.path.relpath(path, self.folder) for name, path in files.items()}
            with contextlib.suppress(StudentError):  # the given cell that imports it will say so
                self.session.keep(files, statements)

    def side(self, name: str) -> Side | None:
        """Whose a name is that is imported; None if no given cell imports it by name.

        Of a star beside the notebook, only the student's process knows what it binds.
        """
        sides = [side for each, side in self.imports if self._binds(each, side, name)]
        return sides[-1] if sides else None

    def own(self, name: str) -> Any:
        """The judge's own object of a name whose side is the judge's.

        Raises
        ------
        ImportError
            There is no such module, or no such name in it.
        """
        if name not in self.values:
            space: dict[str, Any] = {}
            for each, side in self.imports:
                if side is Side.JUDGE and self._binds(each, side, name):
                    self._run(each, space)
            self.values[name] = space[name]
        return self.values[name]

    def kept(self, name: str) -> Any:
        """What a module beside the notebook gives by this name.

        Raises
        ------
        KeyError
            It gives none.
        """
        return self.session.kept(name)

    def may_be_beside(self, name: str) -> bool:
        """Whether a star of a module beside the notebook may have given a name."""
        stars = [each for each, side in self.imports if each.name == "*" and side is Side.BESIDE]
        return any(name not in each.others for each in stars)

    def _binds(self, each: GivenImport, side: Side, name: str) -> bool:
        if each.name != "*" or side is not Side.JUDGE:
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
        """Let the functions that seed a given module do so in both processes."""
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
                with contextlib.suppress(StudentError):  # it has ended, or draws in its own way
                    self.session.apply("seed", module, name, *args, **kwargs)
            return result

        return seed
