"""Test cells whose last expression is a value of the submission.

nbgrader takes a number there for the score, so the submission would choose it.

Entry point: `ends_in_a_value`.
"""

import ast
from collections.abc import Collection, Iterable

from nbisolate.cells import parse_cell

# Built-in functions that keep what they are given, as far as a score is concerned.
NUMERIC = {"abs", "bool", "float", "int", "len", "max", "min", "round", "sum"}
Assigning = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr | ast.For


def ends_in_a_value(source: str, of_the_submission: Collection[str]) -> bool:
    r"""Return True if the last expression of a test cell may be a number that a submission chose.

    It is if it is a name of the submission, a call of one, or arithmetic with these, also by way of
    a name that the cell assigns. A comparison decides in the test cell: its result, and a number of
    points that depends on it, are the cell's own.

    Parameters
    ----------
    source
        The source of the test cell. After a last expression with a semicolon behind it, IPython
        shows no value, and nbgrader sees none.
    of_the_submission
        The names that solution cells define.

    Examples
    --------
    >>> ends_in_a_value("total = add(1, 2)\ntotal", {"add"})
    True
    >>> ends_in_a_value("assert add(1, 2) == 3", {"add"})
    False
    >>> ends_in_a_value("(add(1, 2) == 3) * 2", {"add"})
    False
    """
    tree = parse_cell(source)
    if tree is None or not tree.body or source.rstrip().endswith(";"):
        return False
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return False
    names = set(of_the_submission)
    assignments = [node for node in ast.walk(tree) if isinstance(node, Assigning)]
    # In the order of the text. `ast.walk` yields the inner ones last.
    for node in sorted(assignments, key=lambda node: (node.lineno, node.col_offset)):
        match node:
            case ast.Assign(targets=targets, value=value):
                _assign(targets, _is_chosen(value, names), names)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                _assign([target], _is_chosen(value, names), names)
            case ast.NamedExpr(target=target, value=value):
                _assign([target], _is_chosen(value, names), names)
            case ast.AugAssign(target=target, value=value) if _is_chosen(value, names):
                _assign([target], True, names)
            case ast.For(target=target, iter=iterable):
                _assign([target], _is_chosen(iterable, names), names)
    return _is_chosen(last.value, names)


def _assign(targets: Iterable[ast.expr], is_chosen: bool, names: set[str]) -> None:
    """Add the names of the targets of an assignment if the submission chose the value.

    Otherwise remove them.
    """
    bound = {
        node.id
        for target in targets
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    if is_chosen:
        names |= bound
    else:
        names -= bound


def _is_chosen(node: ast.expr, names: Collection[str]) -> bool:
    """Return True if the value of an expression may be a number that the submission chose."""
    match node:
        case ast.Name():
            return node.id in names
        case ast.Attribute() | ast.Subscript() | ast.Await():
            return _is_chosen(node.value, names)
        case ast.UnaryOp():
            return not isinstance(node.op, ast.Not) and _is_chosen(node.operand, names)
        case ast.BinOp():
            return _is_chosen(node.left, names) or _is_chosen(node.right, names)
        case ast.NamedExpr():
            return _is_chosen(node.value, names)
        case ast.BoolOp():
            return any(_is_chosen(value, names) for value in node.values)
        case ast.IfExp():
            return _is_chosen(node.body, names) or _is_chosen(node.orelse, names)
        case ast.Call():
            is_numeric = isinstance(node.func, ast.Name) and node.func.id in NUMERIC
            if is_numeric and any(_is_chosen(argument, names) for argument in node.args):
                return True
            return _is_chosen(node.func, names)
    return False
