# Symbolic expressions, which stay in the student's process: each cell carries the tag.
# %% given
import sympy as sp
# %% solution symbols
x = sp.symbols("x")


def slope(expression):
    return sp.diff(expression, x)


def roots(expression):
    return sp.solve(expression, x)


matrix = sp.Matrix([[1, x], [0, 2]])
# %% in_process equal
assert slope(x**2) == 2 * x
assert slope(sp.sin(x)) == sp.cos(x)
# %% in_process simplified
assert sp.simplify(slope(x**3) - 3 * x**2) == 0
# %% in_process list_of_roots
assert roots(x**2 - 4) == [-2, 2]
# %% in_process put_in
assert slope(x**2).subs(x, 3) == 6 and isinstance(slope(x), sp.Expr)
# %% in_process matrix
assert matrix == sp.Matrix([[1, x], [0, 2]]) and matrix.det() == 2
# %% wrong symbols slope: equal simplified put_in
def slope(expression):
    return sp.diff(expression, x) + 1
