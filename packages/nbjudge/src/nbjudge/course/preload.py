"""Modules for the warm process to import once for all, read from the imports of notebooks.

Entry points: `modules_to_preload`, which `nbjudge check` prints, and `installed_imports`, which
*Validate* asks at each press.
"""

import importlib.util
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path

from ..processes.cell_names import modules_imported


def modules_to_preload(sources: Iterable[str], folder: Path) -> list[str]:
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
    imported = [each for source in sources for each in modules_imported(source)]
    whole = {module for module, name in imported if not name}
    found = dict.fromkeys(
        # A package that a notebook imports as a whole mostly brings its modules along.
        _module_of(module, name) if name and module not in whole else module
        for module, name in imported
    )
    return [module for module in found if _is_installed(module.partition(".")[0], folder)]


def installed_imports(sources: Iterable[str], folder: Path) -> list[str]:
    """Read what cells import, and the Python files that they import from beside them.

    Nothing is imported or run, and whether a package is installed is not looked at.

    Parameters
    ----------
    sources
        Code cells.
    folder
        Where their notebook lies.

    Returns
    -------
    Names of modules in the order of their import: none of a file in the folder, and none of the
    standard library, whose modules are quickly there.
    """
    left, read, found = list(sources), set[str](), dict[str, None]()
    while left:
        for module, name in modules_imported(left.pop(0)):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names or top in read:
                continue
            spec = lies_beside(top, folder)
            if spec is None:
                found[module] = None
                # It may be a module of its own, as in `from matplotlib import pyplot`.
                if name not in ("", "*"):
                    found[f"{module}.{name}"] = None
                continue
            read.add(top)
            if spec.origin and spec.origin.endswith(".py"):
                left.append(Path(spec.origin).read_text("utf-8", "replace"))
    return list(found)


def lies_beside(name: str, folder: Path) -> ModuleSpec | None:
    """Find the module `name` in the folder of a notebook; None if it is not there."""
    top = name.partition(".")[0]
    spec = FileFinder(str(folder), (SourceFileLoader, [".py"])).find_spec(top)
    # A folder without __init__.py gives way to what is installed.
    return spec if spec is not None and spec.loader is not None else None


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
