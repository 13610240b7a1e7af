"""Counts of statements by instrumented source.

This is an oracle for `lab/own_code_questions.py`, which traces.

Entry points: `run_cell`, `instrumented`. The instrumented source calls a function before each
statement, so it uses neither `sys.settrace` nor `sys.monitoring`.
"""

import ast
import linecache
from collections import defaultdict
from typing import Any

Visits = dict[int, list[dict[str, Any]]]  # {number of a line: local values before each visit}


def run_cell(source: str, space: dict, name: str) -> None:
    """Run a cell as a kernel does, so that `inspect.getsource` finds its source."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), space)


def instrumented(source: str, space: dict) -> Visits:
    """Run a cell with a call before each statement of a function; return the visits, empty yet.

    Lengths of lists, dicts and sets are kept in the place of their values.
    """
    visits: Visits = defaultdict(list)

    def visit(line: int, names: dict[str, Any]) -> None:
        kept = {}
        for name, value in names.items():
            sized = isinstance(value, (list, dict, set))
            kept[name] = ("length", len(value)) if sized else ("value", value)
        visits[line].append(kept)

    tree = ast.parse(source)
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for node in ast.walk(function):
            for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                block = getattr(node, field, [])
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    setattr(node, field, [each for one in block for each in with_call(one)])
    space["visit__"] = visit
    exec(compile(ast.fix_missing_locations(tree), "<instrumented>", "exec"), space)
    return visits


def with_call(statement: ast.stmt) -> list[ast.stmt]:
    """Return a statement with a call before it; a call that is there already stays alone."""
    declares = isinstance(statement, (ast.Global, ast.Nonlocal))
    if declares or getattr(statement, "counted", False):
        return [statement]
    (call,) = ast.parse(f"visit__({statement.lineno}, locals())").body
    statement.counted = call.counted = True  # type: ignore[attr-defined]
    return [call, statement]
