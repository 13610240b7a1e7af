"""grad gets a Variable of the same value.

points: 0
hears: the very one that f was given
"""

def derivatives(f, x, n):
    reset_tape()
    y = f(Variable(x))
    found = [y.value]
    for _ in range(n):
        y = grad(y.sum(), [Variable(x)])[0]
        found.append(y.value)
    return found
