"""Names of the notebook that a test cell asks for through ``globals()``.

A test cell's ``globals()`` are the judge's. Where the cell only reads from them, it gets a mapping
that also finds the names of the student's notebook.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

NAME = "_nbjudge_globals"  # the function that returns the mapping, as test cells call it


class GlobalsAreRead(ast.NodeTransformer):
    """Replace ``globals()`` in ``name in globals()``, ``globals()[name]`` and ``.get(name)``."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                _replace(right)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            _replace(node.value)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr == "get":
            _replace(node.value)
        return self.generic_visit(node)


def _replace(node: ast.expr) -> None:
    if isinstance(node, ast.Call) and not node.args and isinstance(node.func, ast.Name):
        if node.func.id == "globals":
            node.func.id = NAME


class AllNames(Mapping[str, Any]):
    """The globals of the test cells, and after them the names of the student's notebook.

    Parameters
    ----------
    own
        The globals of the test cells.
    look_up
        Returns the value of a name of the notebook; raises `KeyError` if there is none.
    """

    def __init__(self, own: Mapping[str, Any], look_up: Callable[[str], Any]):
        self.own, self.look_up = own, look_up

    def __getitem__(self, name: str) -> Any:
        if name in self.own:
            return self.own[name]
        if type(name) is not str:
            raise KeyError(name)
        return self.look_up(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)
