"""Calls that a test cell makes for their effect on the arguments, rather than for their value.

In a single kernel, every call can change the lists and arrays that it is passed. If changed
arguments always came back, a submission could choose the value it is compared with:
``f(x) == 2 * x`` holds for a function that empties ``x`` and returns it. So arguments come back
only from a call that is a statement of its own, and from a call whose value and arguments are
compared with values out of the submission's reach.

Entry points: `calls_for_effect`, before the cell runs, and `CallsForEffect`, while it runs.
"""

import ast
import itertools
import linecache
from collections.abc import Iterable, Iterator
from types import FrameType

from ..bridge.outline import TestCode


def calls_for_effect(tree: ast.Module) -> list[list[int]]:
    """Find the calls that a test cell makes for their effect on the arguments.

    Return the place of each: its first and last line, and its first and last column.
    """
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
    """Yield the call of `f` in ``f(x) == 3``, ``f(x) is None`` and ``assert_equal(f(x), 3)``."""
    sides = _sides(node)
    calls = [side for side in sides if isinstance(side, ast.Call)]
    if len(sides) == 2 and len(calls) == 1 and any(map(_is_constant, sides)):
        yield calls[0]


def _sides(node: ast.expr) -> list[ast.expr]:
    """Return the operands of an equality test, made by an operator or by a test framework."""
    if isinstance(node, ast.Compare) and all(isinstance(op, ast.Eq | ast.Is) for op in node.ops):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Call) and "equal" in _last_name(node.func).lower():
        return node.args
    return []


def _arguments_are_only_compared(tree: ast.Module, statement: ast.Assign, call: ast.Call) -> bool:
    """Return True if the cell uses the arguments after the call only in ``assert x == y``.

    `y` must not use a name that the cell binds from the call on, and `x` must have no other name
    but one that is only compared, too (``z = x``): else the test could compute with a changed
    argument. `call` is the right-hand side of `statement`, in the cell `tree`.
    """
    arguments = {each.id for each in call.args if isinstance(each, ast.Name)}
    if not arguments or len(arguments) != len(call.args) + len(call.keywords):
        return False
    pairs = [
        (target.id, node.value)
        for node in itertools.takewhile(lambda each: each is not statement, tree.body)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    aliases = set[ast.AST]()
    while found := [each for each in pairs if {each[0], each[1].id} & arguments]:
        arguments.update(*({target, value.id} for target, value in found))
        aliases.update(value for _, value in found)
        pairs = [each for each in pairs if each not in found]
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
    } - aliases
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
    """A lookup, by frame, of the calls that test cells make for their effect on the arguments.

    `ours` are the files of this package that run between a test cell and the student's process.
    """

    def __init__(self, tests: Iterable[TestCode], ours: Iterable[str | None]):
        self.spans = {
            test.code.strip(): set(map(tuple, test.effects)) for test in tests if test.code
        }
        self.ours = frozenset(ours)
        self.known: dict[tuple[object, int], bool] = {}

    def made_in(self, frame: FrameType | None) -> bool:
        """Return True if one of these calls has led to this frame.

        The frame of the test cell is the first one outside this package. Its bytecode says at
        which lines and columns the call stands.
        """
        while frame is not None and frame.f_code.co_filename in self.ours:
            frame = frame.f_back
        if frame is None:
            return False
        key = (frame.f_code, frame.f_lasti)
        if key not in self.known:
            text = "".join(linecache.getlines(frame.f_code.co_filename)).strip()
            # By position, because one line can have several calls. An instruction is two bytes.
            positions = itertools.islice(frame.f_code.co_positions(), frame.f_lasti // 2, None)
            self.known[key] = next(positions, None) in self.spans.get(text, ())
        return self.known[key]
