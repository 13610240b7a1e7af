"""Names of the notebook that a test cell asks for through ``globals()``.

A test cell's ``globals()`` are the judge's. Where the cell only reads from them, it gets a mapping
that also finds the names of the student's notebook.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

NAME = "_nbjudge_globals"  # the function that returns the mapping, as test cells call it


class GlobalsAreRead(ast.NodeTransformer):
    """A transformer of cells, as IPython's shell calls it: test cells then call `NAME`.

    It does so in ``name in globals()``, ``globals()[name]`` and ``globals().get(name)``. ``exec``
    and assignments need the dict itself.
    """

    def visit(self, node: ast.AST) -> ast.AST:
        """Change the tree of a cell, and return it."""
        for each in ast.walk(node):
            read: list[ast.expr] = []
            if isinstance(each, ast.Compare):
                pairs = zip(each.ops, each.comparators, strict=True)
                read = [right for sign, right in pairs if isinstance(sign, ast.In | ast.NotIn)]
            elif isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Load):
                read = [each.value]
            elif isinstance(each, ast.Attribute) and each.attr == "get":
                read = [each.value]
            for call in read:
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "globals":
                    call.func = ast.copy_location(ast.Name(NAME, ast.Load()), call.func)
        return node


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
        if name in self.own or type(name) is not str:
            return self.own[name]
        return self.look_up(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)
