"""What a class guessed before it looked: the literals in the calls of `guess(...)`.

The questions are those of the course's own notebooks. What students wrote is parsed and never run,
in a child process that is bound in time and memory.
"""

import ast
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..sandbox.child import Bounds, Lost, in_child

GUESS_BOUNDS = Bounds(cpu_seconds=5, wall_seconds=20, memory_mb=512)  # for one submission
LONGEST = 60  # characters of a guess


@dataclass(frozen=True)
class Question:
    """A question of a notebook, and the guesses of the class.

    Attributes
    ----------
    notebook, name
        Where it is asked, and what it is called.
    guesses
        How often each guess was made, as Python writes it.
    missing
        Who has handed in the notebook without a guess.
    """

    notebook: str
    name: str
    guesses: Counter[str]
    missing: int


def read_guesses(course: Path, folders: Mapping[str, Path]) -> list[Question]:
    """Read the guesses of a class, question by question, in the order of the notebooks.

    Parameters
    ----------
    course
        The folder of the notebooks that students were given.
    folders
        The folder of each student's notebooks.
    """
    questions = [
        (path.stem, name) for path in sorted(course.glob("*.ipynb")) for name in _guesses_in(path)
    ]
    if not questions:
        return []
    notebooks = list(dict.fromkeys(notebook for notebook, _ in questions))

    def read_all(folder: Path) -> dict[str, dict[str, str | None]]:
        paths = {name: folder / f"{name}.ipynb" for name in notebooks}
        return {name: _guesses_in(path) for name, path in paths.items() if path.is_file()}

    found = in_child(read_all, list(folders.values()), GUESS_BOUNDS)
    made = [read for read in found if not isinstance(read, Lost)]
    asked = []
    for notebook, name in questions:
        values = [read[notebook].get(name) for read in made if notebook in read]
        guesses = Counter(value for value in values if value is not None)
        missing = len(values) - guesses.total()
        asked.append(Question(notebook, name, guesses, missing))
    return asked


def _guesses_in(path: Path) -> dict[str, str | None]:
    """The guesses of a notebook by the name of the question; None where nothing was guessed."""
    found: dict[str, str | None] = {}
    try:
        cells = json.loads(path.read_bytes())["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, TypeError, KeyError):  # no notebook
        return found
    for source in sources:
        if "guess(" in source:
            for name, value in _keywords(source):
                found.setdefault(name, value)
    return found


def _keywords(source: str) -> Iterator[tuple[str, str | None]]:
    """The names and the literals in a cell's calls of `guess`."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return
    for line in body:
        call: Any = line.value if isinstance(line, ast.Expr) else None
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "guess":
            for keyword in call.keywords:
                if keyword.arg:
                    yield keyword.arg, _literal(keyword.value)


def _literal(node: ast.expr) -> str | None:
    """A literal as Python writes it; None for `...` and for what is no literal."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None
    return None if value is ... else repr(value)[:LONGEST]
