"""Edits of the test cells of an instructor's notebook, with nothing else in the file changed.

Entry point: `write_changes`. A cell gets the tag `nbjudge:shared`, or statements before its code.
"""

import ast
import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ..course.cell_kinds import TAG
from ..processes.cell_names import parse_cell


def write_changes(
    notebook: Path, tags: Collection[str], statements: Mapping[str, Sequence[str]]
) -> list[str]:
    """Tag cells of a notebook file, and insert statements into others.

    Parameters
    ----------
    notebook
        The file, in `source/`.
    tags
        The `grade_id`s of the cells to tag.
    statements
        The statements to insert before the code of cells, by `grade_id`.

    Returns
    -------
    list of str
        A phrase for each change, in the order of the notebook. A tag or a statement that the cell
        already has is not added again.
    """
    text = notebook.read_text(encoding="utf-8")
    content, done = json.loads(text), []
    for cell in content["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        source = "".join(cell["source"])
        lines = [line for line in statements.get(name, ()) if line not in source.splitlines()]
        if lines:
            changed = with_statements(source, lines)
            is_list = isinstance(cell["source"], list)
            cell["source"] = changed.splitlines(keepends=True) if is_list else changed
            done.append(f"{name}: `{'`, `'.join(lines)}`")
        known = cell["metadata"].get("tags", [])
        if name in tags and TAG not in known:
            cell["metadata"]["tags"] = [*known, TAG]
            done.append(f"{name}: the tag {TAG}")
    # Keep the file's own indent, escapes and last line end, so that the instructor sees a small
    # difference in version control.
    if done:
        indent = re.match(r"\{\n(\s+)", text)
        written = json.dumps(
            content, indent=indent[1] if indent else None, ensure_ascii=_is_ascii(text)
        )
        notebook.write_text(written + "\n" * text.endswith("\n"), encoding="utf-8")
    return done


def with_statements(source: str, statements: Sequence[str]) -> str:
    """Return a cell's source with statements before its first one, below comments and docstring."""
    lines = source.split("\n")
    place = _first_statement(source)
    return "\n".join([*lines[:place], *statements, *lines[place:]])


def _first_statement(source: str) -> int:
    """Return the line, counted from 0, before which a new first statement may be inserted."""
    if source.lstrip().startswith("%%"):  # the rest of the cell is the cell magic's argument
        return source[: source.index("%%")].count("\n") + 1
    tree = parse_cell(source)
    if tree is None or not tree.body:
        return 0
    body = tree.body
    # IPython's transformer removes the blank lines at the top, so the tree's line numbers start
    # below them.
    above = len(source) - len(source.lstrip())
    offset = source[:above].count("\n")
    first, second = body[0], next(iter(body[1:]), None)
    text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    end: int = first.end_lineno or first.lineno
    if text and (second is None or second.lineno > end):
        return offset + end
    decorators: list[int] = [each.lineno for each in getattr(first, "decorator_list", [])]
    return offset + min([first.lineno, *decorators]) - 1


def _is_ascii(text: str) -> bool:
    """Return True if the file writes characters beyond ASCII as escapes."""
    return text.isascii() and "\\u" in text
