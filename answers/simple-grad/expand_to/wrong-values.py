"""A Variable of the sum of the values is the same.

points: 1
hears: the tape does not know
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        return [Variable(grads[0].value.sum())]

    record("expand_to", [a], [r], propagate)
    return r
