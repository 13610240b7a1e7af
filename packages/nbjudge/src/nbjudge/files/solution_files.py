"""Files next to an assignment's notebooks that hold solutions or hidden tests.

`nbgrader generate_assignment` clears these from the notebooks, and copies every other file into the
release as it is. Entry points: `files_with_solutions`, `copied_notebooks`.
"""

import gzip
import html
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions
from traitlets.config import Config

from .archive_members import GZIP_START, Allowance, looks_like_archive, read_members

MOST_UNPACKED = 50_000_000  # bytes of the files in an archive
SHORTEST_LINE = 10  # characters; a shorter one proves nothing
# The lines of a solution that a file has: so many, and so large a share of one cell or notebook.
LEAST_OF_CELL = 3
LEAST_OF_NOTEBOOK = 2
LEAST_SHARE = 0.6
# How lines begin that code has in common with any other.
COMMON = ("#", "import ", "from ", "raise NotImplementedError", '"""', "'''")

WEB_PAGE = re.compile(r"\s*<(!doctype html|html)", re.IGNORECASE)
TAG = re.compile(r"<[^<>]*>")

Lines = frozenset[str]


def files_with_solutions(
    source: Path, files: Mapping[str, bytes], config: Config
) -> dict[str, str]:
    """Find the files that hold solutions or hidden tests.

    Parameters
    ----------
    source
        The assignment's folder in `source/`, whose notebooks have the solutions.
    files
        The content of the files to look at, by path.
    config
        The course's configuration, with the delimiters of solutions.

    Returns
    -------
    By path, a phrase that continues it, such as "contains BEGIN SOLUTION".
    """
    markers = _markers(config)
    solutions = _solutions(source, config)
    phrases = {}
    for path, data in files.items():
        text = "\n".join(_texts(path, data))
        marker = next((marker for marker in markers if marker in text), None)
        if marker:
            phrases[path] = f"contains {marker}"
            continue
        lines = frozenset(map(str.strip, text.splitlines()))
        for notebook, cells in solutions.items():
            shared = _shared_lines(cells, lines)
            if shared:
                plural = "s" if shared > 1 else ""
                phrases[path] = f"has {shared} line{plural} of the solutions of {notebook}"
                break
    return phrases


def copied_notebooks(source: Path) -> dict[str, str]:
    """Find notebooks of an assignment that are copies of another one, such as problem1-Copy1.

    Return the name of the other one by the name of the copy, which is the longer name.
    """
    names = sorted(
        (path.stem for path in source.glob("*.ipynb")), key=lambda name: (len(name), name)
    )
    cells = {name: _graded_cells(source / f"{name}.ipynb") for name in names}
    copies = {}
    for number, name in enumerate(names):
        for other in names[:number]:
            same = cells[name].items() & cells[other].items()
            if other not in copies and len(same) > LEAST_SHARE * len(cells[name]):
                copies[name] = other
                break
    return copies


def _markers(config: Config) -> list[str]:
    """Return the delimiters at which nbgrader begins to remove text."""
    return [
        ClearHiddenTests(config=config).begin_test_delimeter,
        ClearMarkScheme(config=config).begin_mark_scheme_delimeter,
        ClearSolutions(config=config).begin_solution_delimeter,
    ]


def _texts(path: str, data: bytes) -> Iterator[str]:
    """Yield the text of a file, and of the files in it if it is an archive."""
    try:
        if data.startswith(GZIP_START):
            yield _text(gzip.GzipFile(fileobj=io.BytesIO(data)).read(MOST_UNPACKED))
        if looks_like_archive(path, data[:6]):
            for member in read_members(io.BytesIO(data), Allowance(MOST_UNPACKED)):
                if member.open is not None:
                    with member.open() as file:
                        yield _text(file.read())
    except Exception:  # the readers raise all kinds for an archive that is damaged, or is none
        pass
    yield _text(data)


def _text(data: bytes) -> str:
    """Return a file as text, without the tags of a web page.

    Of a notebook, also under another name, it is the sources of the cells.
    """
    text = data.decode("utf-8", "replace")
    if WEB_PAGE.match(text):
        # An exported notebook colors each word of its code with tags.
        return html.unescape(TAG.sub("", text))
    if not text.lstrip().startswith("{"):
        return text
    try:
        return "\n".join(_source(cell) for cell in json.loads(text)["cells"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return text


def _solutions(source: Path, config: Config) -> dict[str, list[Lines]]:
    """Return the lines of each solution, by notebook, without those that students are given."""
    preprocessor = ClearSolutions(config=config)
    solutions: dict[str, list[Lines]] = {}
    given = set[str]()
    for path in sorted(source.glob("*.ipynb")):
        solutions[path.name] = []
        for cell in _cells(path):
            inside, outside = _divided(
                cell,
                preprocessor.begin_solution_delimeter,
                preprocessor.end_solution_delimeter,
            )
            given |= outside
            solutions[path.name].append(inside)
    return {
        name: [frozenset(lines - given) for lines in cells if lines - given]
        for name, cells in solutions.items()
    }


def _divided(cell: Mapping[str, Any], begin: str, end: str) -> tuple[Lines, Lines]:
    """Return the lines of a cell that nbgrader removes as a solution, and its other lines.

    Without delimiters, nbgrader replaces the whole text of a solution cell.
    """
    lines = _source(cell).splitlines()
    is_solution = bool(cell["metadata"].get("nbgrader", {}).get("solution"))
    removed = is_solution and not any(begin in line for line in lines)
    inside = set[str]()
    outside = set[str]()
    for line in lines:
        if begin in line:
            removed = True
        elif end in line:
            removed = False
        elif removed:
            inside.add(line.strip())
        else:
            outside.add(line.strip())
    telling = {
        line for line in inside if len(line) >= SHORTEST_LINE and not line.startswith(COMMON)
    }
    return frozenset(telling), frozenset(outside)


def _shared_lines(cells: list[Lines], lines: Lines) -> int:
    """Return how many lines of solutions a file has; 0 if they are too few to tell."""
    of_notebook = frozenset[str]().union(*cells)
    shared = len(of_notebook & lines)
    if shared >= LEAST_OF_NOTEBOOK and shared >= LEAST_SHARE * len(of_notebook):
        return shared
    of_cells = [len(cell & lines) for cell in cells]
    telling = any(
        number >= LEAST_OF_CELL and number >= LEAST_SHARE * len(cell)
        for number, cell in zip(of_cells, cells, strict=True)
    )
    return shared if telling else 0


def _graded_cells(path: Path) -> dict[str, str]:
    """Return the source of each cell that nbgrader knows, by `grade_id`."""
    known = [cell for cell in _cells(path) if cell["metadata"].get("nbgrader")]
    return {str(cell["metadata"]["nbgrader"].get("grade_id")): _source(cell) for cell in known}


def _cells(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_bytes()).get("cells", [])
    return cells


def _source(cell: Mapping[str, Any]) -> str:
    """Return the source of a cell, which may be a list of lines."""
    return "".join(cell["source"])
