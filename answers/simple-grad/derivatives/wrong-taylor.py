"""The n-th derivative is a coefficient of the polynomial.

points: 1
hears: x * x * x: derivative 2 is
"""

def derivatives(f, x, n):
    import math

    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for k in range(1, n + 1):
        y = y and grad(y.sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if y is None else y.value / math.factorial(k))
    return found
