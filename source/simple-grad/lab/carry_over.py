"""Load your functions from your other notebooks: `load_from`; run cells that need missing ones.

What a function needs is loaded too: the imports of its notebook, and the functions and classes of
cells that you have added.

If a file `fallback.py` (functions of notebooks 1 and 2) or `fallback_compiler.py` (of 5) is
next to the notebooks, its functions are used instead. The course gives each of them out when those
notebooks are closed.
"""

import ast
import contextlib
import json
import linecache
from pathlib import Path

import torch

from . import simple_grad
from .operators import installed_operators
from .show import NOT_WRITTEN

PROVIDED = (Path("fallback.py"), Path("fallback_compiler.py"))


def load_from(notebook, *names):
    """Install your functions from another notebook, as last saved.

    notebook: the name of its file, such as "1-tape.ipynb".
    names: the functions to load; each one is in its task's cell.

    Prints one line for each, also for one that cannot be loaded. Raises nothing.
    """
    for path in filter(Path.is_file, PROVIDED):
        names = [name for name in names if not load_provided(path, name)]
    if names:
        load_saved(notebook, names)
    missing = [name for name in names if name not in installed_operators]
    if missing:
        print(f"Cells that need {' or '.join(missing)} say so, and do nothing more.")


@contextlib.contextmanager
def as_far_as_written():
    """Run a block until it needs a function that is not written yet; then print which one."""
    try:
        yield
    except NotImplementedError as missing:
        if not str(missing).startswith(NOT_WRITTEN):  # an error of PyTorch's
            raise
        print(missing)


def load_provided(path, name):
    """Install a function from a provided file, and print so; return whether it is there."""
    space = vars(simple_grad) | {"torch": torch}
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
    except Exception as error:
        kind = type(error).__name__
        print(f"{name}: not provided, because {path} fails with {kind}: {error}")
        return False
    if name not in space:
        return False
    installed_operators[name] = space[name]
    print(f"{name}: provided by the file {path}. Remove the file to use your own.")
    return True


def load_saved(notebook, names):
    """Install functions from a saved notebook, and print one line for each."""
    try:
        cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        sources = {grade_id(cell): "".join(cell["source"]) for cell in code}
    except FileNotFoundError:
        print(f"{notebook} is not in this folder, so nothing was loaded from it.")
        return
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        print(f"{notebook} cannot be read, so nothing was loaded from it.")
        return
    space = vars(simple_grad) | {"torch": torch}
    for number, cell in enumerate(code, 1):
        load_helpers(cell, f"{notebook}: code cell {number}", space)
    for name in names:
        print(f"{name}: {load_one(name, sources.get(name), notebook, space)}")


def grade_id(cell):
    """Return nbgrader's name of a cell, or an empty text."""
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def load_helpers(cell, title, space):
    """Run what a cell imports and, unless it is one of nbgrader's, what it defines.

    A cell that is no Python has nothing, and what fails is left out.
    """
    source = "".join(cell["source"])
    kinds = [ast.Import, ast.ImportFrom]
    if not grade_id(cell):
        kinds += [ast.FunctionDef, ast.ClassDef]
    try:
        parts = ast.parse(source).body
    except SyntaxError:
        return
    for part in parts:
        if type(part) in kinds:
            with contextlib.suppress(Exception):
                run_in(space, ast.Module([part], []), source, title)


def run_in(space, code, source, title):
    """Run code in the names of `space`; the traceback of an error shows the lines of `source`.

    code: `source` or, as an `ast.Module`, a part of it.
    """
    exec(compile(code, title, "exec"), space)
    # Python would ask the loader of `space`, which is that of simple_grad.py, for the text.
    linecache.cache[title] = (len(source), None, source.splitlines(keepends=True), title)


def load_one(name, source, notebook, space):
    """Install one function from the source of its cell; return what to say about it."""
    if source is None:
        return f"{notebook} has no cell for it."
    if NOT_WRITTEN in source:
        return f"not written yet in {notebook}, or the line that says so is still there."
    try:
        run_in(space, source, source, f"{notebook}: {name}")
        installed_operators[name] = space[name]
    except Exception as error:
        return f"its cell in {notebook} fails with {type(error).__name__}: {error}"
    return f"loaded from {notebook}."
