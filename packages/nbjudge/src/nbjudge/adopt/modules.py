"""What the notebooks of an assignment import and the warm process can import once for all.

Entry point: `to_preload`.
"""

import ast
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import PathFinder
from pathlib import Path

from ..processes.transform import Transformer


def to_preload(sources: Iterable[str], folder: Path) -> list[str]:
    """Name the modules for `JudgeExecute.preload`.

    Parameters
    ----------
    sources
        Code cells.
    folder
        The instructor's files beside the notebooks: a module that lies there is not installed.

    Returns
    -------
    The modules of installed packages, in the order of the cells; none of Python's own, which are
    imported in no time, nor of IPython, which is there already.
    """
    imported = [each for source in sources for each in _imported(source)]
    whole = {module for module, name in imported if not name}
    found = dict.fromkeys(
        # A package that a notebook imports as a whole mostly brings its modules along.
        _module_of(module, name) if name and module not in whole else module
        for module, name in imported
    )
    return [module for module in found if _is_installed(module.partition(".")[0], folder)]


def _imported(source: str) -> Iterator[tuple[str, str]]:
    """The modules that a cell imports, each with the name that it imports of it, or ""."""
    try:
        tree = ast.parse(Transformer().transform_cell(source))
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.module, alias.name) for alias in node.names)


def _module_of(package: str, name: str) -> str:
    """What `from package import name` imports: the module `package.name` where there is one."""
    *parents, last = f"{package}.{name}".split(".")
    place: Sequence[str] | None = None
    for parent in parents:
        found = PathFinder.find_spec(parent, place)
        if found is None or found.submodule_search_locations is None:
            return package
        place = found.submodule_search_locations
    return f"{package}.{name}" if PathFinder.find_spec(last, place) else package


def _is_installed(top: str, folder: Path) -> bool:
    if top in sys.stdlib_module_names or top in ("IPython", "nbjudge", "__main__"):
        return False
    if (folder / f"{top}.py").exists() or (folder / top).is_dir():
        return False
    try:
        return importlib.util.find_spec(top) is not None
    except (ImportError, ValueError):
        return False
