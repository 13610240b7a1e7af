"""Import the Python files that lie beside notebooks, as a notebook in their folder does."""

import contextlib
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType


@contextlib.contextmanager
def importing(folder: Path) -> Iterator[Callable[[str], ModuleType]]:
    """In the block, the function that it gives imports a file of `folder` by its name.

    Each is imported anew, and forgotten after: assignments have files of the same names.
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
