"""The entries are averaged on the way back.

points: 0
hears: torch says 7
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        return [grads[0].sum() * (1 / r.value.numel())]

    record("expand_to", [a], [r], propagate)
    return r
