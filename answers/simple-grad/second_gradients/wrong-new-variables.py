"""does: Takes the second gradients with respect to new Variables.
believes: "The second grad uses new Variables."

points: 0
hears: The L1 that you made does not depend on it
"""

def second_gradients(fn, a, b):
    grads = grad(fn(a, b).sum(), [a, b])
    a, b = Variable(a.value), Variable(b.value)
    total = None
    for g in grads:
        if g is not None:
            total = (g * g).sum() if total is None else total + (g * g).sum()
    return grad(total, [a, b])
