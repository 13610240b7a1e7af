"""does: Takes the second gradient of each input by itself.
believes: "Each gradient has its own norm and second gradient."

points: 1
hears: second gradients
"""

def second_gradients(fn, a, b):
    found = []
    for x, g in zip([a, b], grad(fn(a, b).sum(), [a, b])):
        found += [None] if g is None else grad((g * g).sum(), [x])
    return found
