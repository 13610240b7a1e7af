"""A derivative of zeros ends the list.

points: 3
hears: at 0
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        y = None if y is None or not y.value.any() else grad(y.sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if y is None else y.value)
    return found
