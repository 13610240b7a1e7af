"""The loss of a second gradient is the norm.

points: 0
hears: x * x * x: derivative 1 is
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        y = y and grad((y * y).sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if y is None else y.value)
    return found
