"""The n-th derivative is the first one, n times.

points: 0
hears: x * x * x: derivative 2 is
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        found.append(grad(y.sum(), [x])[0].value)
    return found
