"""All entries are the same, so the first one is enough.

points: 0
hears: torch says 7
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        return [Variable(grads[0].value.reshape(-1)[0])]

    record("expand_to", [a], [r], propagate)
    return r
