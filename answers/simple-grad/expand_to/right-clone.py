"""The copies may be written out, and sum_to called by its name.

points: 2
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape).clone())

    def propagate(grads):
        return [sum_to(grads[0], a.shape)]

    record("expand_to", [a], [r], propagate)
    return r
