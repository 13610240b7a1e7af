"""Each derivative begins anew, with a Variable of the value.

points: 1
hears: x * x * x: derivative 2 is [0, 0, 0]
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        y = y and grad(Variable(y.value).sum() if len(found) > 1 else y.sum(), [x])[0]
        found.append(torch.zeros_like(x.value) if y is None else y.value)
    return found
