"""Placeholder answers: a solution whose functions return values without content.

A test cell that gives points for one does not test the answer. NumPy's ``allclose`` is true for an
empty array, and ``not abs(a - b) > tolerance`` is true for NaN.

Entry point: `placeholder_source`.
"""

import ast
import inspect
from typing import Any

from nbisolate.cells import parse_cell

KINDS = NONE, EMPTY, NAN, ZEROS = "None", "an empty value", "NaN", "zeros of the right shape"
# A control. The solution runs, with its side effects and errors, and returns None.
RUN = "any code that runs"


def placeholder_source(source: str, kind: str) -> str | None:
    """Return a solution cell with placeholder values instead of those that it returns and assigns.

    `kind` is `NONE`, `EMPTY`, `NAN`, `ZEROS` or `RUN`; `NONE` also removes the code of the
    functions. Return None if the cell is not valid Python.
    """
    tree = parse_cell(source)
    if tree is None:
        return None
    tree = _Placeholders(kind).visit(tree)
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            node.value = _call(node.value, kind)
    return f"{inspect.getsource(nbjudge_placeholder)}\n{ast.unparse(tree)}"


class _Placeholders(ast.NodeTransformer):
    def __init__(self, kind: str) -> None:
        self.kind = kind

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        if self.kind != NONE:
            return self.generic_visit(node)
        node.body = [ast.Pass()]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value:
            node.value = _call(node.value, self.kind)
        return node


def _call(value: ast.expr, kind: str) -> ast.expr:
    function = ast.Name(nbjudge_placeholder.__name__, ast.Load())
    return ast.Call(function, [value, ast.Constant(kind)], [])


def nbjudge_placeholder(right: "Any", kind: str) -> "Any":
    """Return a placeholder value in the form of the right one; its source is put into the cell."""
    import sys

    if right is None or callable(right):
        return right
    if kind in ("None", "any code that runs"):
        return None
    if isinstance(right, tuple):
        items = [nbjudge_placeholder(item, kind) for item in right]
        return type(right)(*items) if hasattr(right, "_fields") else tuple(items)
    if isinstance(right, list | dict | str) and kind == "an empty value":
        return type(right)()
    if isinstance(right, list):
        return [nbjudge_placeholder(item, kind) for item in right]
    if isinstance(right, dict):
        return {key: nbjudge_placeholder(item, kind) for key, item in right.items()}
    if kind == "an empty value":
        if hasattr(right, "iloc"):  # a table of pandas
            return right.iloc[:0]
        module = sys.modules.get(type(right).__module__.partition(".")[0])
        arrays = module if hasattr(module, "empty") else sys.modules.get("numpy")
        # Axes of length 1 broadcast, so comparing it with an array of any number of columns raises
        # no error about shapes.
        return arrays.empty((0, 1, 1)) if arrays else []
    if isinstance(right, bool | str) and kind != "NaN":
        return type(right)()
    if isinstance(right, str):
        return "nan"
    if isinstance(right, bool):
        return float("nan")
    factor = float("nan") if kind == "NaN" else 0
    try:
        return (right.detach() if hasattr(right, "detach") else right) * factor
    except TypeError:
        return factor
