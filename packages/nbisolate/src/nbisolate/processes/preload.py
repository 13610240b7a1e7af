"""Modules that the fork server should import once for all, from the imports of notebooks.

Entry points: `modules_to_preload`, `installed_imports` and `is_importable`.
"""

import importlib.util
import sys
from collections.abc import Iterable
from importlib.machinery import FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path

from ..application import Application
from .name_analysis import modules_imported

NO_APPLICATION = Application()


def modules_to_preload(
    sources: Iterable[str], folder: Path, application: Application = NO_APPLICATION
) -> list[str]:
    """Return the installed modules that cells import, in their order.

    `folder` is that of the notebooks. A module in it is one of the instructor's helpers, not
    installed. Modules of the standard library are left out because they are imported fast, and
    IPython and the application's package because they are loaded already.
    """
    loaded = {"IPython", "nbisolate", "__main__", application.package}
    imported = [each for source in sources for each in modules_imported(source)]
    whole = {module for module, name in imported if not name}
    found = dict.fromkeys(
        # A package that a notebook imports as a whole usually imports its own submodules.
        _module_of(module, name) if name and module not in whole else module
        for module, name in imported
    )
    tops = {module: module.partition(".")[0] for module in found}
    needed = {top for top in tops.values() if top not in loaded and _is_installed(top, folder)}
    return [module for module, top in tops.items() if top in needed]


def installed_imports(sources: Iterable[str], folder: Path) -> list[str]:
    """Return the modules that cells import, directly or through Python files next to the notebook.

    Nothing is imported or run, and it is not checked whether a package is installed. The modules
    are in the order of their import. Files in `folder`, that of the notebook, are left out, and so
    are modules of the standard library, which are imported fast, and each `__main__`, which is a
    program.
    """
    left = list(sources)
    read = set[str]()
    found = dict[str, None]()
    while left:
        for module, name in modules_imported(left.pop(0)):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names or top in read:
                continue
            spec = lies_beside(top, folder)
            if spec is None:
                found[module] = None
                # The name may be a submodule, as in `from matplotlib import pyplot`.
                if name not in ("", "*"):
                    found[f"{module}.{name}"] = None
                continue
            read.add(top)
            files = [Path(spec.origin)] if spec.origin and spec.origin.endswith(".py") else []
            for package in spec.submodule_search_locations or ():
                files = sorted(Path(package).rglob("*.py"))
            left += [path.read_text("utf-8", "replace") for path in files]
    return [module for module in found if "__main__" not in module.split(".")]


def lies_beside(name: str, folder: Path) -> ModuleSpec | None:
    """Find the module `name` in the folder of a notebook; return None if it is not there."""
    top = name.partition(".")[0]
    spec = FileFinder(str(folder), (SourceFileLoader, [".py"])).find_spec(top)
    # Python prefers an installed module to a folder without __init__.py; such a folder's spec has
    # no loader.
    return spec if spec is not None and spec.loader is not None else None


def _module_of(package: str, name: str) -> str:
    """Return the module that `from package import name` imports: `package.name` or `package`."""
    module = f"{package}.{name}"
    return module if is_importable(module) else package


def is_importable(module: str) -> bool:
    """Return True if a module can be found among those that are installed; nothing is imported."""
    if module in sys.modules:
        return True
    top, *parts = module.split(".")
    spec = _find(top)
    for part in parts:
        if spec is None or spec.submodule_search_locations is None:
            return False
        spec = PathFinder.find_spec(f"{spec.name}.{part}", spec.submodule_search_locations)
    return spec is not None


def _is_installed(top: str, folder: Path) -> bool:
    if top in sys.stdlib_module_names:
        return False
    if (folder / f"{top}.py").exists() or (folder / top).is_dir():
        return False
    return _find(top) is not None


def _find(top: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
