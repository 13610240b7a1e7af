"""Copies the expanded values.

points: 2
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape).clone())

    def propagate(grads):
        return [grads[0].sum_to(a.shape)]

    record("expand_to", [a], [r], propagate)
    return r
