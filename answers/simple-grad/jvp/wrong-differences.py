"""A difference along u is what jvp should return.

points: 0
"""

def jvp(f, x, u):
    h = 1e-6
    return (f(Variable(x + h * u)).value - f(Variable(x - h * u)).value) / (2 * h)
