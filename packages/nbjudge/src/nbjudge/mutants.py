"""Mutants of an answer: the same code with one small mistake in it.

Entry point: `mutants`.

mutmut, cosmic-ray and mutatest mutate modules of a package in place, and run a test suite once for
each mutant. An answer is a cell of a notebook, and so are its tests.
"""

import ast
import copy
import warnings
from collections.abc import Iterator
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)
SWAPS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.LShift: ast.RShift, ast.MatMult: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.And: ast.Or, ast.Or: ast.And, ast.Continue: ast.Break, ast.Break: ast.Continue,
    ast.USub: ast.UAdd,
}  # fmt: skip


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
    found = dict.fromkeys(_texts(tree))
    found.pop(original, None)
    return [text for text in found if _compiles(text)]


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as "perhaps you missed a comma?"
        try:
            compile(text, "<mutant>", "exec")
        except SyntaxError:
            return False
    return True


def _texts(tree: ast.Module) -> Iterator[str]:
    """Yield the source of a tree with each possible change. The tree is restored afterwards."""
    for parent in list(ast.walk(tree)):
        for name, value in list(ast.iter_fields(parent)):
            if isinstance(value, ast.AST):
                for new in _changes(value):
                    setattr(parent, name, new)
                    yield ast.unparse(tree)
                setattr(parent, name, value)
            elif isinstance(value, list):
                for number, node in enumerate(value):
                    for new in _changes(node) if isinstance(node, ast.AST) else []:
                        setattr(
                            parent, name, value[:number] + [new] * bool(new) + value[number + 1 :]
                        )
                        yield ast.unparse(tree)
                setattr(parent, name, value)


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
