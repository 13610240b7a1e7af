"""Imports of helper files by test cells, and their move to an instructor cell.

A file next to the notebook that a test cell imports runs in the judge. A helper that runs a
student's function, to see what it prints, must run in the student's process. There runs what an
instructor cell imports.

Entry points: `helper_imports`, `without_imports`, `instructor_cell`.
"""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

INSTRUCTOR_CELL = "imports-of-tests"  # the grade_id of the cell to which imports move


def helper_imports(source: str, folder: Path) -> tuple[str, ...]:
    """Return the statements at the top level of a test cell that import files of a folder."""
    return tuple(ast.unparse(node) for node in _imports(source) if _is_helper(node, folder))


def without_imports(source: str, statements: Sequence[str]) -> str:
    """Return the source of a cell without the lines of some of its imports."""
    lines = source.splitlines(keepends=True)
    for node in _imports(source):
        if ast.unparse(node) in statements:
            for number in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[number] = ""
    return "".join(lines)


def instructor_cell(statements: Sequence[str], minor: int) -> dict[str, Any]:
    """Return a new instructor cell with some imports, as the JSON of a notebook file has it.

    `minor` is the minor version of the notebook's format, which since 5 gives cells an id.
    """
    flags = {"grade": False, "solution": False, "locked": True, "task": False, "schema_version": 3}
    cell: dict[str, Any] = {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {"nbgrader": {"grade_id": INSTRUCTOR_CELL, **flags}},
        "outputs": [],
        "source": "\n".join(statements),
    }
    return cell | {"id": INSTRUCTOR_CELL} if minor >= 5 else cell


def _imports(source: str) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports of a cell that stand on lines of their own, at the top level."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):  # such as a magic
        return
    shared = [node.lineno for node in body] + [node.end_lineno for node in body]
    for node in body:
        lines = {node.lineno, node.end_lineno}
        is_alone = sum(line in lines for line in shared) == 2
        if isinstance(node, ast.Import | ast.ImportFrom) and is_alone:
            yield node


def _is_helper(node: ast.Import | ast.ImportFrom, folder: Path) -> bool:
    modules = [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        modules = [node.module or ""]
    tops = [module.partition(".")[0] for module in modules]
    return all((folder / f"{top}.py").is_file() or (folder / top).is_dir() for top in tops if top)
