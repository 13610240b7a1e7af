"""x is a row of numbers.

points: 3
"""

def derivatives(f, x, n):
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        if y is not None:
            [y] = grad(y if y.shape == () else (y * Variable(torch.ones(len(x.value), dtype=x.value.dtype))).sum(), [x])
        found.append(torch.zeros_like(x.value) if y is None else y.value)
    return found
