"""Mutants of an answer: the same code with one small mistake in it.

Entry points: `mutants`, `spread_mutant`.

mutmut, cosmic-ray and mutatest mutate modules of a package in place, and run a test suite once for
each mutant. An answer is a cell of a notebook, and so are its tests.
"""

import ast
import copy
import warnings
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

Node = TypeVar("Node", bound=ast.AST)
SWAPS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.LShift: ast.RShift, ast.MatMult: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.And: ast.Or, ast.Or: ast.And, ast.Continue: ast.Break, ast.Break: ast.Continue,
    ast.USub: ast.UAdd,
}  # fmt: skip
TABLE = 10  # a list, tuple, set or dict with more items is one place for `spread_mutant`


class Place(NamedTuple):
    """A possible change: a field of `parent`, or the item `position` of it, becomes `new`.

    `position` is None for a field that isn't a list, and `new` is None to remove the item.
    `statement` is the innermost one around the change.
    """

    parent: ast.AST
    field: str
    position: int | None
    new: ast.AST | None
    statement: ast.stmt


def mutants(source: str) -> list[str]:
    """Return the distinct mutants of a piece of Python code.

    Parameters
    ----------
    source
        The source of an answer's cell.

    Returns
    -------
    list[str]
        The source of each mutant, in an order that is the same in each call.

    Examples
    --------
    >>> mutants("y = x + 1")
    ['pass', 'y = x', 'y = 1', 'y = 1 + x', 'y = x - 1', 'y = x + 2', 'y = x + 0']
    """
    tree = ast.parse(source)
    original = ast.unparse(tree)
    texts = dict.fromkeys(_text(tree, place) for place in _places(tree))
    texts.pop(original, None)
    return [text for text in texts if _compiles(text)]


def spread_mutant(source: str, number: int, count: int) -> str | None:
    """Return one of `count` mutants whose mistakes are spread over the statements of the code.

    A long statement has as many mistakes as a short one, and a table counts as one place. Only the
    mutant that is returned is written: a cell with a table of a thousand pairs has ten thousand.

    Parameters
    ----------
    source
        The source of an answer's cell.
    number
        The index of the mutant, less than `count`.
    count
        The number of mutants that are spread over the code.

    Returns
    -------
    str | None
        The source of the mutant; None if the code has none.
    """
    tree = ast.parse(source)
    original = ast.unparse(tree)
    by_statement = dict[ast.stmt, list[Place]]()
    for place in _places(tree, tables_once=True):
        by_statement.setdefault(place.statement, []).append(place)
    groups = list(by_statement.values())
    if not groups:
        return None
    indexes = [_spread(mutant, count, len(groups)) for mutant in range(count)]
    index = indexes[number]
    places = groups[index]
    # Of several mutants of one statement, each changes another place.
    first = _spread(indexes[:number].count(index), indexes.count(index), len(places))
    for place in (*places[first:], *places[:first]):
        text = _text(tree, place)
        if text != original and _compiles(text):
            return text
    return None


def _spread(number: int, count: int, length: int) -> int:
    """Return the index of one of `count` items that are evenly spread over a list."""
    return (2 * number + 1) * length // (2 * count)


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as "perhaps you missed a comma?"
        try:
            compile(text, "<mutant>", "exec")
        except SyntaxError:
            return False
    return True


def _places(
    parent: ast.AST, statement: ast.stmt | None = None, *, tables_once: bool = False
) -> Iterator[Place]:
    """Yield each possible change of the nodes below a node, in the order of the code.

    `statement` is the innermost one around the node; None for a module. With `tables_once`, a table
    has only one change.
    """
    for field, value in ast.iter_fields(parent):
        is_list = isinstance(value, list)
        for number, node in enumerate(value if is_list else [value]):
            if not isinstance(node, ast.AST):
                continue
            around = node if isinstance(node, ast.stmt) else statement
            position = number if is_list else None
            shorter = _shorter_table(node) if tables_once else None
            for new in [shorter] if shorter else _changes(node):
                assert around is not None  # a module contains only statements
                yield Place(parent, field, position, new, around)
            if shorter is None:
                yield from _places(node, around, tables_once=tables_once)


def _shorter_table(node: ast.AST) -> ast.AST | None:
    """Return a table without the item in its middle; None for a node that isn't a table."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set) and len(node.elts) > TABLE:
        return _with(node, elts=_without_middle(node.elts))
    if isinstance(node, ast.Dict) and len(node.keys) > TABLE:
        return _with(node, keys=_without_middle(node.keys), values=_without_middle(node.values))
    return None


def _without_middle(items: Sequence[object]) -> list[object]:
    middle = len(items) // 2
    return [*items[:middle], *items[middle + 1 :]]


def _text(tree: ast.Module, place: Place) -> str:
    """Return the source of a tree with one change. The tree is restored afterwards."""
    value = getattr(place.parent, place.field)
    if place.position is None:
        setattr(place.parent, place.field, place.new)
    else:
        new = [] if place.new is None else [place.new]
        setattr(
            place.parent,
            place.field,
            [*value[: place.position], *new, *value[place.position + 1 :]],
        )
    text = ast.unparse(tree)
    setattr(place.parent, place.field, value)
    return text


def _changes(node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield the replacements of a node; None to remove it from the list that contains it."""
    if type(node) in SWAPS:
        yield SWAPS[type(node)]()
    if isinstance(node, ast.stmt):
        yield from _statements(node)
    if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        yield from _expressions(node)
    if isinstance(node, ast.keyword):
        yield None


def _statements(node: ast.stmt) -> Iterator[ast.AST | None]:
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    definition = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
    if not docstring and not isinstance(node, definition | ast.Pass):
        yield ast.Pass()
    match node:
        case ast.If():
            yield _with(node, test=ast.Constant(True))
            yield _with(node, test=ast.Constant(False))
        case ast.For():
            items = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
            for bounds in (ast.Slice(ast.Constant(1)), ast.Slice(None, ast.Constant(-1))):
                yield _with(node, iter=ast.Subscript(items, bounds, ast.Load()))
            yield _with(node, iter=ast.Call(ast.Name("reversed", ast.Load()), [items], []))
        case ast.Return(value=ast.expr()):
            yield ast.Return(None)


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=str() as value) if value:
            yield ast.Constant("")
            yield ast.Constant(value + "_")
        case ast.UnaryOp():
            yield node.operand
        case ast.BoolOp():
            yield from node.values
        case ast.BinOp(left=left, right=right):
            yield left
            yield right
            yield _with(node, left=right, right=left)
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Compare():
            yield ast.UnaryOp(ast.Not(), node)
        case ast.Attribute(value=value, attr="T" | "shape"):
            yield value
        case ast.Subscript(value=value):
            yield value
        case ast.Call():
            yield from _calls(node)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            yield from _rearranged(node, "elts", elements)
        case ast.ListComp(generators=[ast.comprehension(ifs=[_, *_]) as only]):
            yield _with(node, generators=[_with(only, ifs=[])])


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    """Yield the variants of a call: replaced by an argument, one argument less, or two swapped."""
    if isinstance(node.func, ast.Attribute):
        yield node.func.value
    if len(node.args) == 1:
        yield node.args[0]
    yield from _rearranged(node, "args", node.args)


def _rearranged(node: Node, field: str, items: list[ast.expr]) -> Iterator[Node]:
    """Yield a node without each of the items of a field, then with each two neighbors swapped."""
    for number in range(len(items)):
        yield _with(node, **{field: items[:number] + items[number + 1 :]})
    for number in range(len(items) - 1):
        swapped = [items[number + 1], items[number]]
        yield _with(node, **{field: items[:number] + swapped + items[number + 2 :]})


def _with(node: Node, **fields: object) -> Node:
    """Return a shallow copy of a node with some fields replaced."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new
