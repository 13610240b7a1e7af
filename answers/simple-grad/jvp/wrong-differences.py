"""does: Computes a finite difference along u.
believes: "jvp should return a finite difference along u."

points: 0
"""

def jvp(f, x, u):
    h = 1e-6
    return (f(Variable(x + h * u)).value - f(Variable(x - h * u)).value) / (2 * h)
