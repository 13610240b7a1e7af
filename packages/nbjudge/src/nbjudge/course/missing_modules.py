"""Modules that submissions import and that are not installed where they are graded.

That a student's machine has a module is no fault of the student's. The modules are read from the
submission's text. An error says what a submission wants it to say, and students read these lines:
one could name a hidden test. Entry points: `missing_modules` and `module_sentences`.
"""

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath
from typing import TypeGuard

from nbisolate import ForkServer
from nbisolate.cells import parse_cell

from ..gradebook.record import Record

IMPORTS = re.compile(r" imports ([\w.]+), which is not installed here$")
MOST = 5  # modules of a notebook
LONGEST = 100  # characters of a module's name
LONGEST_CELL = 200_000  # characters
# An import in a `try` that catches one of these, or everything, is expected to fail.
CATCHING = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def missing_modules(sources: Iterable[str], files: Collection[str] = ()) -> list[str]:
    """Return a line for each module that is imported and not installed on this machine.

    Parameters
    ----------
    sources
        The texts of the student's code cells.
    files
        The paths of the files next to the notebook. A module among them is not missing.
    """
    beside = {PurePosixPath(path).parts[0].removesuffix(".py") for path in files}
    missing = dict[str, None]()
    for source in sources:
        # The text is a student's: a parsed cell takes a hundred times as much memory.
        is_read = "import" in source and len(source) <= LONGEST_CELL
        for module in _imported((is_read and parse_cell(source)) or ast.Module([], [])):
            if module.partition(".")[0] in beside or len(module) > LONGEST:
                continue
            if not ForkServer.can_import(module):
                missing[module] = None
    return [f"imports {name}, which is not installed here" for name in sorted(missing)[:MOST]]


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the modules that a cell imports, without those whose absence it expects."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
        expected = set(map(id, node.body)) if _expects_failure(node) else set[int]()
        left += [child for child in ast.iter_child_nodes(node) if id(child) not in expected]


def _expects_failure(node: ast.AST) -> TypeGuard[ast.Try | ast.With]:
    """Return True if the body of a `try` or a ``with suppress(...)`` may fail to import."""
    caught: list[ast.expr] = []
    if isinstance(node, ast.Try):
        if any(handler.type is None for handler in node.handlers):
            return True
        caught = [handler.type for handler in node.handlers if handler.type]
    elif isinstance(node, ast.With):
        for item in node.items:
            if isinstance(item.context_expr, ast.Call):
                caught += item.context_expr.args
    names = (child for each in caught for child in ast.walk(each))
    return any(isinstance(name, ast.Name) and name.id in CATCHING for name in names)


def module_sentences(records: Iterable[Record]) -> list[str]:
    """Return a sentence for each module that a class lacked, the one that most lacked first."""
    users = Counter[str]()
    losers = Counter[str]()
    for record in records:
        importing = set[str]()
        losing = set[str]()
        for notebook in record.notebooks.values():
            matches = [match for match in map(IMPORTS.search, notebook.notes) if match]
            importing.update(match[1] for match in matches)
            losing.update(match[1] for match in matches if match[0] in (notebook.reason or ""))
        users.update(importing)
        losers.update(losing)
    return [
        f"{number} submission{'s import' if number > 1 else ' imports'} {name}, which is not "
        f"installed here; {losers[name]} lost points in a notebook that needs it. The name is "
        "the student's: look at the package before you install it, and grade again with --force. "
        "If your own notebook does not need it, remove the import"
        for name, number in users.most_common()
    ]
