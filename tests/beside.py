"""Imports of the Python files next to notebooks, as from a notebook in their folder."""

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType


@contextlib.contextmanager
def importing(folder: Path) -> Iterator[Callable[[str], ModuleType]]:
    """Yield a function that imports a file of `folder` by name; a context manager.

    Modules are imported afresh and removed afterwards, because several assignments have files with
    the same names.
    """
    names = [path.stem for path in folder.glob("*.py")]
    kept = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module
    finally:
        sys.path.remove(str(folder))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(kept)
