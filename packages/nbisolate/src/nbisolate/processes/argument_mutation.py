"""Calls that a test cell makes for their effect on the arguments, rather than for their value.

In a single kernel, every call can change the lists and arrays that it is passed. If changed
arguments always came back, a submission could choose the value it is compared with:
``f(x) == 2 * x`` holds for a function that empties ``x`` and returns it. So arguments come back
only from a call that is a statement of its own, and from a call whose value and arguments are
compared with values out of the submission's reach.

Entry points: `calls_for_effect`, `compared_calls` and `names_from_outside`, before a cell runs,
and `CallsForEffect`, while it runs.
"""

import ast
import itertools
import linecache
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType
from typing import NamedTuple

from ..bridge.outline import ComparedCall, Place, TestCode

# Functions that copy a list, set or dict whose items cannot change.
COPIES = frozenset("list tuple set frozenset dict sorted".split())
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


def calls_for_effect(tree: ast.Module) -> list[Place]:
    """Find the calls that a test cell makes for their effect on the arguments.

    Return the place of each. `compared_calls` finds those that depend on other test cells.
    """
    calls = list[ast.Call]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            calls += [node.value] if isinstance(node.value, ast.Call) else []
            calls += _compared_with_constants(node.value)
        elif isinstance(node, ast.Assert):
            calls += _compared_with_constants(node.test)
    return [_place(call) for call in calls]


def compared_calls(tree: ast.Module) -> list[ComparedCall]:
    """Find the calls ``y = f(x)`` of a test cell that does nothing with `x` but compare it."""
    calls = list[ComparedCall]()
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            call = _arguments_only_compared(tree, node, node.value)
            calls += [call] if call else []
    return calls


def _place(call: ast.Call) -> Place:
    return [call.lineno, call.end_lineno or 0, call.col_offset, call.end_col_offset or 0]


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


def _arguments_only_compared(
    tree: ast.Module, statement: ast.Assign, call: ast.Call
) -> ComparedCall | None:
    """Describe a call if the cell only compares its arguments; return None if it does more.

    `call` is the right-hand side of `statement`, in the cell `tree`. The names of all objects that
    may hold an argument, or may be made from it, count as the argument: ``z = x``,
    ``z = map(g, x)``, ``x = z[0]``. Each may be read only in such an assignment before the call, in
    a copy before the call, and as one side of ``assert x == y``, where no name of `y` is bound from
    the call on.
    """
    names = {each.id for each in call.args if isinstance(each, ast.Name)}
    if not names or len(names) != len(call.args) + len(call.keywords):
        return None
    before = list(itertools.takewhile(lambda each: each is not statement, tree.body))
    assigned = [node for node in before if isinstance(node, ast.Assign)]
    uses = list(_uses(tree))
    stored = {use.name for use in uses if isinstance(use.name.ctx, ast.Store)}
    made = {name.id for name in stored}
    made |= {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    copied = set[ast.Name]().union(*(_copied(node, assigned) for node in before))
    harmless = {name for name in call.args if isinstance(name, ast.Name)} | copied
    called = set[str]()
    pending = [(node, _ends(node, made, copied)) for node in assigned]
    while connected := [pair for pair in pending if names & {name.id for name in pair[1]}]:
        for node, ends in connected:
            names.update(name.id for name in ends)
            harmless.update(ends)
            called.update(name.id for name in _called(node) if name.id not in made)
        pending = [pair for pair in pending if pair not in connected]
    later = {name.id for name in stored if name.lineno >= statement.lineno}
    for child in ast.walk(tree):
        if isinstance(child, ast.Assert | ast.Expr):
            sides = _sides(child.test if isinstance(child, ast.Assert) else child.value)
            if not later & {name.id for side in sides for name in _all_names(side)}:
                harmless.update(side for side in sides if isinstance(side, ast.Name))
    if any(use.name.id in names and use.name not in harmless for use in uses):
        return None
    return ComparedCall(_place(call), sorted(names), sorted(called))


def _ends(node: ast.Assign, made: set[str], copied: set[ast.Name]) -> set[ast.Name]:
    """Return the names on both sides of an assignment whose objects may be the same, or hold it.

    `np` in ``np.ones(3)`` returns a new object, but a function in `made`, which the cell defines,
    may return one that has other names.
    """
    called = {name for name in _called(node) if name.id not in made}
    return set(_all_names(node)) - called - copied


def _called(node: ast.Assign) -> set[ast.Name]:
    """Return the names of the functions that an assignment calls: `a` of ``a.b(c)``."""
    called = set[ast.Name]()
    for child in ast.walk(node.value):
        if isinstance(child, ast.Call):
            function = child.func
            while isinstance(function, ast.Attribute):
                function = function.value
            called |= {function} if isinstance(function, ast.Name) else set()
    return called


def _copied(statement: ast.stmt, assigned: Sequence[ast.Assign]) -> set[ast.Name]:
    """Return the names in a statement that are read only to copy their whole value.

    ``list(x)`` is such a copy if `x` was assigned a list of constants, because the items of another
    list are the same objects in both. A generator and a function copy later, if at all.
    """
    flat = set[str]()
    for node in assigned:
        bound = {target.id for target in node.targets if isinstance(target, ast.Name)}
        changed = {name.id for target in node.targets for name in _all_names(target)} - bound
        flat = flat | bound if _is_flat(node.value) else flat - bound
        flat -= changed  # such as `x` in ``x[0] = y``
    at_once = {use.name for use in _uses(statement) if not use.is_late}
    copied = set[ast.Name]()
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
    for call in calls:
        names = call.args
        is_shallow = isinstance(call.func, ast.Name) and call.func.id in COPIES
        is_deep = _last_name(call.func) == "deepcopy"
        if isinstance(call.func, ast.Attribute) and call.func.attr == "copy":
            names = [call.func.value]
        elif not is_deep and not is_shallow:
            continue
        copied.update(
            name
            for name in names
            if isinstance(name, ast.Name) and name in at_once and (is_deep or name.id in flat)
        )
    return copied


def _is_flat(node: ast.expr) -> bool:
    """Return True for a list, set or dict of constants that cannot change."""
    items = list[ast.expr | None]()
    if isinstance(node, ast.List | ast.Set):
        items += node.elts
    elif isinstance(node, ast.Dict):
        items += [*node.keys, *node.values]
    else:
        return False
    return all(item is not None and isinstance(item, ast.Constant) for item in items)


def names_from_outside(tree: ast.Module) -> set[str]:
    """Return the names whose value another cell may have bound when this cell reads them.

    A cell that begins with ``x = [1]`` reads its own `x`, but a function or a generator in it reads
    the `x` of the cell that runs last.
    """
    own = set[str]()
    outside = set[str]()
    for statement in tree.body:
        for use in _uses(statement):
            if isinstance(use.name.ctx, ast.Load) and (use.is_late or use.name.id not in own):
                outside.add(use.name.id)
        if isinstance(statement, ast.Assign):
            own.update(target.id for target in statement.targets if isinstance(target, ast.Name))
    return outside


class Use(NamedTuple):
    """A place where a cell reads, binds or deletes a name that is not local to a function.

    `is_late` is True in a function or a generator, which may run later.
    """

    name: ast.Name
    is_late: bool


def _uses(
    node: ast.AST, local: frozenset[str] = frozenset(), is_late: bool = False
) -> Iterator[Use]:
    """Yield the uses of names in a node; those in `local` are left out."""
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Name):
        if node.id not in local:
            yield Use(node, is_late)
    elif isinstance(node, FUNCTIONS):
        # Defaults and decorators are evaluated where the function is defined.
        outer = [*node.args.defaults, *(each for each in node.args.kw_defaults if each)]
        outer += getattr(node, "decorator_list", [])
        for expression in outer:
            yield from _uses(expression, local, is_late)
        local = local | _locals(node)
        is_late = True
        body = node.body if isinstance(node.body, list) else [node.body]
        children = list[ast.AST](body)
    elif isinstance(node, COMPREHENSIONS):
        yield from _uses(node.generators[0].iter, local, is_late)
        targets = {name.id for each in node.generators for name in _all_names(each.target)}
        local = local | targets
        is_late = is_late or isinstance(node, ast.GeneratorExp)
    for child in children:
        yield from _uses(child, local, is_late)


def _locals(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
    """Return the names that are local to a function, without those of the functions in it."""
    names = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    declared = set[str]()
    pending = list[ast.AST](function.body if isinstance(function.body, list) else [function.body])
    for node in pending:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            declared.update(node.names)
        if not isinstance(node, (*FUNCTIONS, *COMPREHENSIONS, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)
    return names - declared


def _all_names(tree: ast.AST) -> list[ast.Name]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Name)]


def _is_constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _last_name(node: ast.expr) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _is_apart(call: ComparedCall, test: TestCode, others: Iterable[TestCode]) -> bool:
    """Return True if no other test cell can read the arguments of a call of this one.

    A name that the cell binds itself has a new value in it. Of any other name, another test cell
    may have made something that it or a third one reads later.
    """
    own = set(test.names).difference(test.outside)
    for other in others:
        if set(other.names).difference(other.imported).intersection(call.called):
            return False
        for name in call.names:
            if name in (other.outside if name in own else other.mentioned):
                return False
    return True


class CallsForEffect:
    """A lookup, by frame, of the calls that test cells make for their effect on the arguments.

    `ours` are the files of this package that run between a test cell and the student's process.
    """

    def __init__(self, tests: Iterable[TestCode], ours: Iterable[str | None]):
        tests = [test for test in tests if test.code]
        self.spans = dict[str, set[tuple[int, ...]]]()
        for test in tests:
            others = [other for other in tests if other is not test]
            places = [*test.effects]
            places += [call.place for call in test.compared if _is_apart(call, test, others)]
            self.spans[str(test.code).strip()] = set(map(tuple, places))
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
