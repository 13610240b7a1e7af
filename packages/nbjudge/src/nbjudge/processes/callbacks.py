"""Functions of test cells that run in the judge when the student's code calls them.

Most functions of a test cell go to the student's process by value, because a call there costs
nothing. A function that changes a list, dict or variable of the cell would change a copy there. So
such functions stay in the judge, and so do generators: the student's code gets a stand-in, and each
call is a message. A stand-in ends with its test cell.

Entry points: `changing_functions`, before a cell runs, and `Callbacks`, while it runs.
"""

import ast
import contextlib
import inspect
import linecache
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..border.contents import can_change
from ..border.messages import TestCode
from ..border.special import is_handle
from ..border.stand_ins import ENDED, iterate, stand_in

# Methods that change a container.
CHANGES = frozenset(
    "add append appendleft clear discard extend extendleft insert pop popitem popleft put remove "
    "setdefault sort subtract update write writelines".split()
)
KINDS = (types.FunctionType, types.MethodType, types.BuiltinMethodType, types.GeneratorType)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
NEW = (ast.Constant, ast.List, ast.Dict, ast.Set)  # values that nothing else refers to
DETAILS = ("__name__", "__qualname__", "__doc__")  # what decorators read
DEEPEST = 25  # calls of the submission in calls of the judge, and so on


def changing_functions(tree: ast.AST) -> list[tuple[int, str, list[str]]]:
    """Find the functions of a cell that change what they do not bind.

    Returns
    -------
    list
        For each function its first line, its name, and the names whose objects it changes; "" among
        these if it binds a variable of the cell.
    """
    found = []
    around: dict[ast.AST, list[ast.AST]] = {}  # the functions that a function is in
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            for inner in ast.walk(node):
                around.setdefault(inner, []).append(node)
            decorators = getattr(node, "decorator_list", ())
            line = min(each.lineno for each in (node, *decorators))
            outer = around[node][:-1]
            if names := sorted({n for n in _changed(node) if not _is_alone(n, node, outer)}):
                found.append((line, getattr(node, "name", "<lambda>"), names))
    return found


def _is_alone(name: str, function: ast.AST, outer: Sequence[ast.AST]) -> bool:
    """Return True if a function alone uses a variable that the function around it binds.

    The variable then goes along by value, such as the number of calls that a decorator counts.
    """
    own = set(_names(function))
    for each in reversed(outer):
        names = [n for n in _names(each) if n.id == name and n not in own]
        if names:
            assigns = [node for node in ast.walk(each) if isinstance(node, ast.Assign)]
            fresh = [a for a in assigns if isinstance(a.value, NEW) and not _names(a.value)]
            new = {target for assign in fresh for target in assign.targets}
            return all(n in new for n in names)
    return False


def _names(tree: ast.AST) -> list[ast.Name]:
    return [each for each in ast.walk(tree) if isinstance(each, ast.Name)]


def _changed(function: ast.AST) -> Iterator[str]:
    nodes = list(ast.walk(function))
    own = {each.arg for each in nodes if isinstance(each, ast.arg)}
    own |= {each.id for each in _names(function) if not isinstance(each.ctx, ast.Load)}
    own -= {name for node in nodes if isinstance(node, ast.Nonlocal) for name in node.names}
    for node in nodes:
        if isinstance(node, ast.Nonlocal):
            yield from node.names
        if isinstance(node, ast.Global):
            yield ""
        changed: ast.AST = node
        if isinstance(node, ast.Attribute) and node.attr in CHANGES:
            changed = node.value
        elif isinstance(node, ast.Name) or isinstance(getattr(node, "ctx", None), ast.Load):
            continue
        while isinstance(changed, ast.Attribute | ast.Subscript):
            changed = changed.value
        if isinstance(changed, ast.Name) and changed.id not in own:
            yield changed.id


class Callbacks:
    """The functions of the current test cell that run in the judge, by number.

    Parameters
    ----------
    tests
        The test cells.
    """

    def __init__(self, tests: Iterable[TestCode]):
        changing = {test.code.strip(): test.changing for test in tests if test.code}
        self.changing = {
            (text, line, name): changed
            for text, found in changing.items()
            for line, name, changed in found
        }
        self.known = dict[tuple[str, int, str], Sequence[str]]()
        self.numbers = dict[Callable[..., Any], int]()
        self.functions = dict[int, Callable[..., Any]]()
        self.first = 0

    def clear(self) -> None:
        """Forget all functions. Their numbers are not used again."""
        self.first += len(self.functions)
        self.numbers.clear()
        self.functions.clear()

    def find(self, number: int) -> Callable[..., Any]:
        """Return the function of a number; raise `RuntimeError` if its cell has ended."""
        if number not in self.functions:
            raise RuntimeError(ENDED)
        return self.functions[number]

    def reduced(self, item: Any) -> tuple[Callable[..., Any], tuple[Any, ...]] | None:
        """Return how the student's process makes a stand-in; None if an object goes by value."""
        if type(item) is types.GeneratorType:
            return iterate, (self._number(item.send),)
        if type(item) not in KINDS or not self._runs_here(item):
            return None
        details = {name: getattr(item, name, None) for name in DETAILS}
        with contextlib.suppress(ValueError):  # as of some functions in C
            details["__signature__"] = inspect.signature(item)
        return stand_in, (self._number(item), details)

    def _number(self, function: Callable[..., Any]) -> int:
        number = self.numbers.setdefault(function, self.first + len(self.functions))
        self.functions[number] = function
        return number

    def _runs_here(self, item: Any) -> bool:
        if isinstance(item, types.BuiltinMethodType):
            return item.__name__ in CHANGES and can_change(item.__self__)
        if isinstance(item, types.MethodType):
            # Its object would be a copy, too.
            own = type(item.__self__)
            return own.__module__ == "__main__" and not is_handle(item.__self__)
        code: types.CodeType = item.__code__
        place = code.co_filename, code.co_firstlineno, code.co_name  # equal code can be elsewhere
        if place not in self.known:
            text = "".join(linecache.getlines(code.co_filename)).strip()
            self.known[place] = self.changing.get((text, *place[1:]), ())
        names = self.known[place]
        # A name that is in neither is the submission's, and its process knows the object. The
        # functions of a module change nothing of the cell.
        reached = item.__globals__ | dict.fromkeys(code.co_freevars) if names else {}
        objects = (reached.get(name, types) for name in names)
        return "" in names or any(
            not isinstance(each, types.ModuleType) and not is_handle(each) for each in objects
        )
