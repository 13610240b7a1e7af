"""The tape is reset before each gradient.

points: 0
hears: x * x * x: derivative 2 has the shape ()
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for k in range(n):
        if k > 0:
            reset_tape()
        y = y and grad(y.sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if y is None else y.value)
    return found
