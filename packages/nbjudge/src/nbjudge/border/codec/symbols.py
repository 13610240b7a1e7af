"""Codec of SymPy's expressions, rebuilt from known classes. Nothing is evaluated or parsed."""

import sys
from typing import Any

from .wire import DEPTH, Read, Reader, Tree, Writer, malformed

# Classes whose expressions are determined by their arguments.
BUILT = frozenset(
    "Add Mul Pow Abs sign exp log sin cos tan cot sec csc asin acos atan acot atan2 sinh cosh tanh "
    "coth asinh acosh atanh factorial binomial gamma floor ceiling Max Min re im conjugate "
    "Equality Unequality StrictLessThan LessThan StrictGreaterThan GreaterThan And Or Not".split()
)
SYMBOL_GROUPS = frozenset(["Tuple", "FiniteSet"])
SINGLE = {
    "Pi": "Pi",
    "Exp1": "Exp1",
    "ImaginaryUnit": "ImaginaryUnit",
    "Infinity": "Infinity",
    "NegativeInfinity": "NegativeInfinity",
    "ComplexInfinity": "ComplexInfinity",
    "NaN": "NaN",
    "EmptySet": "EmptySet",
    "BooleanTrue": "true",
    "BooleanFalse": "false",
}
ASSUMPTIONS = frozenset(
    "algebraic antihermitian commutative complex composite even extended_negative "
    "extended_nonnegative extended_nonpositive extended_nonzero extended_positive extended_real "
    "finite hermitian imaginary infinite integer irrational negative noninteger nonnegative "
    "nonpositive nonzero odd positive prime rational real transcendental zero".split()
)
MATRICES = frozenset(["MutableDenseMatrix", "ImmutableDenseMatrix"])


def write(writer: Writer, item: Any, depth: int) -> Tree:
    """Return the tree of an item, or None if it is of another kind."""
    sympy = sys.modules.get("sympy")
    if sympy is None or depth > DEPTH - 2 or not hasattr(sympy, "MatrixBase"):
        return None
    name, inside = type(item).__name__, depth + 1
    if type(item) is getattr(sympy, name, None) and name in MATRICES:
        return ["matrix", name, list(item.shape), _all(writer, item.flat(), inside)]
    if not isinstance(item, sympy.Basic):
        return None
    if type(item) is sympy.Symbol:
        # The assumptions that the student's code gave. SymPy derives the others from them.
        known = getattr(item, "_assumptions_orig", item.assumptions0)
        return ["symbol", item.name, [[key, bool(is_so)] for key, is_so in known.items()]]
    if isinstance(item, sympy.Rational):
        return ["rational", *(writer.walk(part, inside) for part in (int(item.p), int(item.q)))]
    if type(item) is sympy.Float:
        return ["real", *(writer.walk(int(part), inside) for part in (*item._mpf_, item._prec))]
    if name in SINGLE and item is getattr(sympy.S, SINGLE[name], None):
        return ["single", name]
    if name in BUILT | SYMBOL_GROUPS and type(item) is getattr(sympy, name, None):
        trees = _all(writer, item.args, inside)
        return trees and ["expression", name, trees]
    return None


def _all(writer: Writer, items: Any, depth: int) -> Tree:
    """Return the trees of parts; None if one of them would not cross as an expression."""
    trees = [write(writer, item, depth) for item in items]
    return None if None in trees else trees


def read_symbol(reader: Reader, depth: int, name: Tree, known: Tree) -> Any:
    import sympy

    if type(name) is not str or len(name) > 1000 or not name:
        malformed()
    assumptions = dict(known)
    if not ASSUMPTIONS.issuperset(assumptions) or not {True, False}.issuperset(
        assumptions.values()
    ):
        malformed()
    return sympy.Symbol(name, **assumptions)


def read_rational(reader: Reader, depth: int, *parts: Tree) -> Any:
    import sympy

    return sympy.Rational(*_numbers(reader, depth, parts, 2))


def read_real(reader: Reader, depth: int, *parts: Tree) -> Any:
    import sympy

    *number, precision = _numbers(reader, depth, parts, 5)
    return sympy.Float(tuple(number), precision=min(precision, 10_000))


def _numbers(reader: Reader, depth: int, parts: Any, count: int) -> list[int]:
    numbers = [reader.walk(part, depth + 1) for part in parts]
    if len(numbers) != count or any(type(number) is not int for number in numbers):
        malformed()
    if any(number.bit_length() > 40_000 for number in numbers):
        malformed()  # to reduce a fraction takes quadratic time
    return numbers


def read_single(reader: Reader, depth: int, name: Tree) -> Any:
    import sympy

    return getattr(sympy.S, SINGLE[name])


def read_expression(reader: Reader, depth: int, name: Tree, trees: Tree) -> Any:
    import sympy

    if name not in BUILT and name not in SYMBOL_GROUPS:
        malformed()
    parts = _parts(reader, depth, trees)
    made = getattr(sympy, name)
    try:
        return made(*parts) if name == "Tuple" else made(*parts, evaluate=False)
    except AttributeError:  # the parts are of a kind that this class cannot have
        malformed()


def read_matrix(reader: Reader, depth: int, name: Tree, shape: Tree, trees: Tree) -> Any:
    import sympy

    if name not in MATRICES:
        malformed()
    parts = _parts(reader, depth, trees)
    rows, columns = shape
    if type(rows) is not int or type(columns) is not int or rows * columns != len(parts):
        malformed()
    return getattr(sympy, name)(rows, columns, parts)


def _parts(reader: Reader, depth: int, trees: Tree) -> list[Any]:
    import sympy

    parts = reader.parts(trees, depth)
    if not all(isinstance(part, sympy.Basic) for part in parts):
        malformed()
    return parts


READERS: dict[str, Read] = {
    "symbol": read_symbol,
    "rational": read_rational,
    "real": read_real,
    "single": read_single,
    "expression": read_expression,
    "matrix": read_matrix,
}
