"""Which installed packages a notebook imports, so that the warm process has them before the press.

Entry point: `installed_imports`.
"""

import ast
import sys
from collections.abc import Iterator
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path

from nbformat import NotebookNode

from ...processes.transform import Transformer


def installed_imports(nb: NotebookNode, folder: Path) -> list[str]:
    """Read what a notebook and the Python files that it imports from beside it import.

    Nothing is imported or run, and whether a package is installed is not looked at.

    Parameters
    ----------
    nb
        The notebook.
    folder
        Where it lies.

    Returns
    -------
    Names of modules in the order of their import: none of a file in the folder, and none of the
    standard library, whose modules are quickly there.
    """
    sources = [cell.source for cell in nb.cells if cell.cell_type == "code"]
    found = dict[str, None]()
    read = set[str]()
    while sources:
        for name in _imports(sources.pop(0)):
            top = name.partition(".")[0]
            if top in sys.stdlib_module_names or top in read:
                continue
            spec = lies_beside(top, folder)
            if spec is None:
                found[name] = None
                continue
            read.add(top)
            if spec.origin and spec.origin.endswith(".py"):
                sources.append(Path(spec.origin).read_text("utf-8", "replace"))
    return list(found)


def lies_beside(name: str, folder: Path) -> ModuleSpec | None:
    """Where a notebook in a folder finds the module `name` there; None where it does not."""
    top = name.partition(".")[0]
    spec = FileFinder(str(folder), (SourceFileLoader, [".py"])).find_spec(top)
    # A folder without __init__.py gives way to what is installed.
    return spec if spec is not None and spec.loader is not None else None


def _imports(source: str) -> Iterator[str]:
    try:
        tree = ast.parse(Transformer().transform_cell(source))
    except (SyntaxError, ValueError, RecursionError):
        return  # it will say so when it is run
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            # It may be a module of its own, as in `from matplotlib import pyplot`.
            yield from (f"{node.module}.{a.name}" for a in node.names if a.name != "*")
