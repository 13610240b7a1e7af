"""does: Computes a + b, which records an entry, and records another one.
believes: "The sum of two Variables is a + b, and needs an entry, too."

points: 0
hears: was made by another entry (add) already
"""

def add(a, b):
    r = a + b

    def propagate(grads):
        [g] = grads
        return [g, g]

    record("add", [a, b], [r], propagate)
    return r
