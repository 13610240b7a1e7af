"""Every gradient is a Variable.

points: 3
hears: None has no value
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        y = grad(y.sum(), [x])[0]
        found.append(y.value)
    return found
