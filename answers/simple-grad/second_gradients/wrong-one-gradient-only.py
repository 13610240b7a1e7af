"""does: Uses only the first gradient.
believes: "L1 is the squared norm of the first gradient."

points: 0
hears: Is L1 made of *both* first gradients
"""

def second_gradients(fn, a, b):
    first = grad(fn(a, b).sum(), [a, b])[0]
    if first is None:
        return [None, None]
    return grad((first * first).sum(), [a, b])
