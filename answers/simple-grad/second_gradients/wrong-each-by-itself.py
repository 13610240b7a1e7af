"""Each gradient has a norm and a second gradient of its own.

points: 1
hears: second gradients
"""

def second_gradients(fn, a, b):
    found = []
    for x, g in zip([a, b], grad(fn(a, b).sum(), [a, b])):
        found += [None] if g is None else grad((g * g).sum(), [x])
    return found
