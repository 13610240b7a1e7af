"""The list begins with the first derivative.

points: 0
hears: should hold 3 tensors, f(x) first
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = []
    for _ in range(n):
        y = y and grad(y.sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if y is None else y.value)
    return found
