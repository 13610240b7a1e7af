"""Calls that a test cell makes for what they do to their arguments, and not for their value.

In one kernel every call can change the lists and arrays that it is given. Where a test uses the
value, that would let the submission choose what it is compared with: ``f(x) == 2 * x`` holds for
whoever empties ``x``. So the arguments come back from a call that is a statement of its own, and
from one whose value and arguments are compared with what the submission cannot reach.

Entry points: `calls_for_effect`, before the cell is run, and `CallsForEffect`, while it is.
"""

import ast
import itertools
import linecache
from collections.abc import Iterable, Iterator
from types import FrameType

from ..border.messages import TestCode

Span = tuple[
    int | None, int | None, int | None, int | None
]  # lines and columns, as Python has them


def calls_for_effect(tree: ast.Module) -> list[list[int]]:
    """Find such calls in a test cell; return their first and last lines, and their columns."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            found += [node.value] if isinstance(node.value, ast.Call) else []
            found += _compared_with_constants(node.value)
        elif isinstance(node, ast.Assert):
            found += _compared_with_constants(node.test)
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            found += [node.value] if _arguments_are_only_compared(tree, node, node.value) else []
    return [
        [call.lineno, call.end_lineno or 0, call.col_offset, call.end_col_offset or 0]
        for call in found
    ]


def _compared_with_constants(node: ast.expr) -> Iterator[ast.Call]:
    """``f(x) == 3``, ``f(x) is None`` and ``assert_equal(f(x), 3)``: the call of `f`."""
    sides = _sides(node)
    calls = [side for side in sides if isinstance(side, ast.Call)]
    if len(sides) == 2 and len(calls) == 1 and any(map(_is_constant, sides)):
        yield calls[0]


def _sides(node: ast.expr) -> list[ast.expr]:
    """What is compared for equality, by an operator or by a function of a framework of tests."""
    if isinstance(node, ast.Compare) and all(isinstance(op, ast.Eq | ast.Is) for op in node.ops):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Call) and "equal" in _last_name(node.func).lower():
        return node.args
    return []


def _arguments_are_only_compared(tree: ast.Module, statement: ast.Assign, call: ast.Call) -> bool:
    """Whether the cell does no more with the arguments than ``assert x == y`` after the call.

    `y` is nothing that the cell binds by then, and `x` has no other name.
    """
    arguments = {each.id for each in call.args if isinstance(each, ast.Name)}
    if not arguments or len(arguments) != len(call.args) + len(call.keywords):
        return False
    later = {name.id for name in _names(tree, ast.Store) if name.lineno >= statement.lineno}
    looks = set[ast.Name]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert | ast.Expr):
            sides = _sides(node.test if isinstance(node, ast.Assert) else node.value)
            if not later & {name.id for side in sides for name in _names(side, ast.Load)}:
                looks |= {side for side in sides if isinstance(side, ast.Name)}
    stored = {
        each
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.NamedExpr | ast.List | ast.Tuple | ast.Dict)
        for each in ast.iter_child_nodes(node)
    }
    for name in _names(tree, ast.Load):
        if name.id in arguments and name not in call.args:
            if name in stored or (name.lineno >= statement.lineno and name not in looks):
                return False
    return True


def _names(tree: ast.AST, context: type[ast.expr_context]) -> list[ast.Name]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    ]


def _is_constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _last_name(node: ast.expr) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


class CallsForEffect:
    """Knows such calls while test cells run.

    Parameters
    ----------
    tests
        The test cells.
    ours
        The files of the code between a test cell and the student's process.
    """

    def __init__(self, tests: Iterable[TestCode], ours: Iterable[str | None]):
        self.spans = {
            test.code.strip(): set(map(tuple, test.effects)) for test in tests if test.code
        }
        self.ours = frozenset(ours)
        self.known: dict[tuple[object, int], bool] = {}

    def made_in(self, frame: FrameType | None) -> bool:
        """Whether the call is one that has led to this frame."""
        while frame is not None and frame.f_code.co_filename in self.ours:
            frame = frame.f_back
        if frame is None:
            return False
        key = (frame.f_code, frame.f_lasti)
        if key not in self.known:
            text = "".join(linecache.getlines(frame.f_code.co_filename)).strip()
            place = itertools.islice(frame.f_code.co_positions(), frame.f_lasti // 2, None)
            self.known[key] = next(place, None) in self.spans.get(text, ())
        return self.known[key]
