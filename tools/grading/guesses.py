"""A table of a class's predictions for `nbjudge report` (`c.Report.sections`).

The questions are those of the `guess(...)` calls in the release version. Students' code is parsed,
never run; the report does that in a child process with limits.
"""

import ast
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

LONGEST = 60  # characters of a guess
LONGEST_CELL = 10_000  # characters; a cell of guesses is far shorter, and Python can parse this
SHOWN = 5  # guesses shown for a question


class Guesses:
    """The guesses of a class, question by question."""

    title = "What the class guessed"
    caption = "Before it looked, in the cells of guess(...). Guesses earn no points."

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each question, in the order of the notebooks.

        Parameters
        ----------
        folder
            The release version of the notebooks.
        folders
            The folder of notebooks of each student.
        """
        asked = {path.stem: guesses_in(path) for path in sorted(folder.glob("*.ipynb"))}
        if any(asked.values()):
            yield ["Question", "Notebook", "Guesses", "No guess"]
        for notebook, questions in asked.items():
            paths = [each / f"{notebook}.ipynb" for each in folders.values()]
            made = [guesses_in(path) for path in paths if path.is_file()]
            for name in questions:
                values = [guesses[name] for guesses in made if guesses.get(name) is not None]
                counts = Counter(values).most_common()
                said = "; ".join(f"{value} ({times})" for value, times in counts[:SHOWN])
                if len(counts) > SHOWN:
                    said += f"; and {len(counts) - SHOWN} more"
                yield [name, notebook, said, len(made) - len(values)]


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
