"""Once it is None, the rest is zeros.

points: 4
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x, "x")
    y = f(x)
    results = [y.value]
    for _ in range(n):
        (y,) = grad(y.sum(), [x])
        if y is None:
            break
        results.append(y.value)
    while len(results) < n + 1:
        results.append(torch.zeros(x.shape))
    return results
