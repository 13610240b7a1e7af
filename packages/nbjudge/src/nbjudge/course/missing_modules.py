"""Modules that submissions import and that are not installed where they are graded.

That a student's machine has a module is no fault of the student's. Entry points: `missing_modules`
and `module_sentences`.
"""

import ast
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.machinery import PathFinder
from typing import Any

from nbisolate.cells import parse_cell

from ..gradebook.record import Record

NOT_FOUND = re.compile(r"No module named '(\w{1,100})[.']")
IMPORTS = re.compile(r" imports ([\w.]+), which is not installed here$")
MOST = 5  # modules of a notebook
LONGEST = 100  # characters of a module's name


def missing_modules(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each module that the cells of a notebook did not find on this machine."""
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    errors = [each["evalue"] for each in outputs if each.get("ename") == "ModuleNotFoundError"]
    # A submission can raise the error with any name. `importlib.util.find_spec` fails for some.
    names = {m[1] for m in map(NOT_FOUND.match, errors) if m and not PathFinder.find_spec(m[1])}
    spelled = {_as_spelled(name, cells) for name in names}
    return [f"imports {name}, which is not installed here" for name in sorted(spelled)[:MOST]]


def _as_spelled(name: str, cells: Iterable[Mapping[str, Any]]) -> str:
    """Return the module as a cell imports it: `google` may be many things, `google.colab` is one.

    Python's error has only the first part of the name, if that is not there.
    """
    code = [cell["source"] for cell in cells if cell.get("cell_type") == "code"]
    for module in itertools.chain.from_iterable(map(_imported, code)):
        if module.startswith(f"{name}.") and len(module) <= LONGEST:
            return module
    return name


def _imported(source: str) -> Iterator[str]:
    """Yield the modules that a cell imports."""
    for node in ast.walk(parse_cell(source) or ast.Module([], [])):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def module_sentences(records: Iterable[Record]) -> list[str]:
    """Return a sentence for each module that a class lacked, the one that most lacked first."""
    users, losers = Counter[str](), Counter[str]()
    for record in records:
        said = [(IMPORTS.search(note), n) for n in record.notebooks.values() for note in n.notes]
        users.update({match[1] for match, _ in said if match})
        losers.update({match[1] for match, n in said if match and match[0] in (n.reason or "")})
    return [
        f"{number} submission{'s import' if number > 1 else ' imports'} {name}, which is not "
        f"installed here; {losers[name]} lost points in a notebook that needs it. Install it and "
        "grade again with --force. If your own notebook does not need it, remove the import"
        for name, number in users.most_common()
    ]
