"""Functions of yours out of your other notebooks: `bring`; cells for which some are missing.

A file `lent.py` beside the notebooks, which the course gives out when those are closed, takes the
place of all of them.
"""

import ast
import contextlib
import json
from pathlib import Path

import torch

from . import simple_grad
from .show import NOT_WRITTEN
from .simple_grad import operators

LENT = Path("lent.py")


def bring(notebook, *names):
    """Install functions of yours out of another notebook, as it was saved last.

    notebook: the name of its file, such as "1-tape.ipynb".
    names: the functions to take; each one is in the cell that asks for it.

    Prints one line for each. Raises nothing: what cannot be brought is left out, and named.
    """
    if LENT.is_file():
        names = [name for name in names if not lent(name)]
    if names:
        take(notebook, names)
    missing = [name for name in names if name not in operators]
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


def lent(name):
    """Install a function out of the lent file, and say so; return whether it is there."""
    space = vars(simple_grad) | {"torch": torch}
    try:
        exec(compile(LENT.read_text(encoding="utf-8"), str(LENT), "exec"), space)
    except Exception as error:
        print(f"{name}: not lent, because {LENT} fails with {type(error).__name__}: {error}")
        return False
    if name not in space:
        return False
    operators[name] = space[name]
    print(f"{name}: lent, by the file {LENT}. Take the file away to use your own.")
    return True


def take(notebook, names):
    """Install functions out of a notebook, and print one line for each."""
    try:
        cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        sources = {grade_id(cell): "".join(cell["source"]) for cell in code}
        imports = [line for cell in code for line in imports_of("".join(cell["source"]))]
    except FileNotFoundError:
        print(f"{notebook} is not in this folder, so nothing was brought from it.")
        return
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        print(f"{notebook} cannot be read, so nothing was brought from it.")
        return
    space = vars(simple_grad) | {"torch": torch}
    for line in imports:
        with contextlib.suppress(Exception):
            exec(line, space)
    for name in names:
        print(f"{name}: {brought(name, sources.get(name), notebook, space)}")


def grade_id(cell):
    """Return nbgrader's name of a cell, or an empty text."""
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def imports_of(source):
    """Return the lines of a cell that import something; none if it is no Python."""
    try:
        lines = ast.parse(source).body
    except SyntaxError:
        return []
    return [ast.unparse(line) for line in lines if isinstance(line, (ast.Import, ast.ImportFrom))]


def brought(name, source, notebook, space):
    """Install one function from the source of its cell; return what to say about it."""
    if source is None:
        return f"{notebook} has no cell for it."
    if NOT_WRITTEN in source:
        return f"not written yet in {notebook}, or the line that says so is still there."
    try:
        exec(compile(source, f"{notebook}: {name}", "exec"), space)
        operators[name] = space[name]
    except Exception as error:
        return f"its cell in {notebook} fails with {type(error).__name__}: {error}"
    return f"brought from {notebook}."
