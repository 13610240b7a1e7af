"""Advice on test cells that give points for an answer without content.

Entry points: `advice_on`, `defined_names`.
"""

import ast
from collections.abc import Collection, Iterable, Iterator

from nbisolate.cells import parse_cell

from .trivial_answers import EMPTY, NAN, ZEROS

# Functions, also of NumPy and torch, that accept a difference of 1e-8 unless they get `atol`.
CLOSE = {"isclose", "allclose"}
TINY = 1e-7
TOLERANCE = "`{}` accepts 0 here, because its `atol` is 1e-8: add `atol=0`"
USUAL = (
    "compare the type, the shape and the number of items first, and use examples whose answer is "
    "not zero"
)
VALUES = "compare the values, too: any values of the right type and shape get these points"
# Functions that look at a function or class without calling it.
LOOKING = {"callable", "getsource", "hasattr", "isfunction", "issubclass", "signature"}


def advice_on(source: str, functions: Collection[str], kinds: Collection[str]) -> str | None:
    """Return what to do about a test cell that gives points for placeholder answers.

    Return None if nothing is weak: the cell compares an answer with a bool, for which there is no
    better test, or it calls nothing that has placeholders.

    Parameters
    ----------
    source
        The source of the test cell.
    functions
        The functions and classes that solution cells define.
    kinds
        The kinds of placeholder answers that get points.
    """
    tree = parse_cell(source) or ast.Module([], [])
    if _compares_a_bool(tree, functions) or _only_looks(tree, functions):
        return None
    for name in _close_without_atol(tree) if ZEROS in kinds else ():
        return TOLERANCE.format(name)
    if {NAN, ZEROS}.issubset(kinds) and EMPTY not in kinds:
        return VALUES  # such as a cell that only looks at the length of an answer
    return USUAL


def defined_names(sources: Iterable[str]) -> set[str]:
    """Return the names of the functions and classes that cells define."""
    names = set[str]()
    for source in sources:
        for node in ast.walk(parse_cell(source) or ast.Module([], [])):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
    return names


def _compares_a_bool(tree: ast.Module, functions: Collection[str]) -> bool:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                if any(_is_bool(operand) for operand in (left, *others)):
                    return True
            case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id=name))):
                if name in functions:
                    return True
    return False


def _is_bool(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _only_looks(tree: ast.Module, functions: Collection[str]) -> bool:
    """Return True if a cell looks at functions and classes of the answer, and calls none."""
    looked_at = set[ast.AST]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments):
                if name in LOOKING:
                    looked_at.update(arguments)
            case ast.Attribute(value=value, attr=name) if name.startswith("__"):
                looked_at.add(value)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    of_the_answer = [node for node in names if node.id in functions]
    return bool(of_the_answer) and looked_at.issuperset(of_the_answer)


def _close_without_atol(tree: ast.Module) -> Iterator[str]:
    """Yield the functions that a cell calls with a tiny number, and for which 0 is as good."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=function, args=arguments, keywords=keywords):
                name = ast.unparse(function)
                has_atol = any(keyword.arg == "atol" for keyword in keywords)
                module, _, last = name.rpartition(".")
                is_tolerant = last in CLOSE and module != "math" and not has_atol
                if is_tolerant and any(map(_has_tiny_number, arguments)):
                    yield name


def _has_tiny_number(node: ast.expr) -> bool:
    values = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return any(isinstance(value, float) and 0 < value < TINY for value in values)
