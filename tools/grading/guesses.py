"""A table of a class's predictions for `nbjudge report` (`c.Report.sections`).

The questions are those of the `guess(...)` calls in the release version. A task whose function
students are asked about has a row of its own: each student gets other questions. Students' code is
parsed, never run; the report does that in a child process with limits.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from own_code import read_own

OWN = re.compile(r"own_\d")  # a guess about the student's own function
LONGEST = 60  # characters of a guess
LONGEST_CELL = 10_000  # characters; a cell of guesses is far shorter, and Python can parse this
SHOWN = 5  # guesses shown for a question


class Guesses:
    """The guesses of a class, question by question."""

    title = "What the class guessed"
    caption = "Before it looked, in the cells of guess(...). Guesses earn no points."

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each question, in the order of the notebooks; none if nobody guessed.

        `folder` has the release version of the notebooks, and `folders` each student's notebooks.
        """
        rows = list(self._rows(folder, folders))
        if rows:
            yield ["Question", "Notebook", "Guesses", "No guess", "Passed, but none right"]
        if any(row[2] for row in rows):
            yield from rows

    def _rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        asked = {path.stem: guesses_in(path) for path in sorted(folder.glob("*.ipynb"))}
        for notebook, questions in asked.items():
            paths = {student: each / f"{notebook}.ipynb" for student, each in folders.items()}
            paths = {student: path for student, path in paths.items() if path.is_file()}
            made = [guesses_in(path) for path in paths.values()]
            for name in [name for name in questions if not OWN.fullmatch(name)]:
                values = [guesses[name] for guesses in made if guesses.get(name) is not None]
                counts = Counter(values).most_common()
                said = "; ".join(f"{value} ({times})" for value, times in counts[:SHOWN])
                if len(counts) > SHOWN:
                    said += f"; and {len(counts) - SHOWN} more"
                yield [name, notebook, said, len(made) - len(values), ""]
            for function in read_own(folder / f"{notebook}.ipynb"):
                yield _own_row(function, notebook, paths)


def _own_row(function: str, notebook: str, paths: Mapping[str, Path]) -> list[Any]:
    """Return the row of the questions that students were asked about their own function."""
    found = {student: read_own(path).get(function) for student, path in sorted(paths.items())}
    guessed = {student: own for student, own in found.items() if own and own.of}
    right, of = (sum(getattr(own, name) for own in guessed.values()) for name in ("right", "of"))
    none = [student for student, own in guessed.items() if not (own.failed or own.right)]
    said = f"{right} of {of} right about their own code" if of else ""
    return [f"their own {function}", notebook, said, len(paths) - len(guessed), none]


def guesses_in(path: Path) -> dict[str, str | None]:
    """Read the guesses of a notebook, by question; None for a question without a guess."""
    found: dict[str, str | None] = {}
    try:
        cells = json.loads(path.read_bytes())["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):  # not a notebook
        return found
    for source in sources:
        if "guess(" in source and len(source) < LONGEST_CELL:
            for name, value in _keywords(source):
                found.setdefault(name, value)
    return found


def _keywords(source: str) -> Iterator[tuple[str, str | None]]:
    """Yield the keyword arguments of a cell's `guess` calls: names, and values as literals."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two for deep nesting
        return
    for line in body:
        call: Any = line.value if isinstance(line, ast.Expr) else None
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "guess":
            for keyword in call.keywords:
                if keyword.arg:
                    yield keyword.arg, _literal(keyword.value)


def _literal(node: ast.expr) -> str | None:
    """Return the `repr` of a literal; None for `...` and for anything that is not a literal."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None
    return None if value is ... else repr(value)[:LONGEST]
