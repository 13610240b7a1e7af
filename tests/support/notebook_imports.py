"""Imports of the package next to notebooks, as from a notebook in their folder."""

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

PACKAGE = "lab"


@contextlib.contextmanager
def importing(folder: Path) -> Iterator[Callable[[str], ModuleType]]:
    """Yield a function that imports a module of `folder/lab` by name; a context manager.

    Modules are imported afresh and removed afterwards, because each assignment has a package of
    this name.
    """
    kept = remove_package()
    sys.path.insert(0, str(folder))
    try:
        yield lambda name: importlib.import_module(f"{PACKAGE}.{name}")
    finally:
        sys.path.remove(str(folder))
        remove_package()
        sys.modules.update(kept)


def remove_package() -> dict[str, ModuleType]:
    """Remove the package and its modules from `sys.modules`; return them."""
    names = [name for name in sys.modules if name.partition(".")[0] == PACKAGE]
    return {name: sys.modules.pop(name) for name in names}
