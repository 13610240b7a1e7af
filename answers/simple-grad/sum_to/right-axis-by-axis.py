"""Sums axis by axis.

points: 2
"""

def sum_to(a, shape):
    value = a.value
    while value.dim() > len(shape):
        value = value.sum(dim=0)
    for axis, size in enumerate(shape):
        if size == 1:
            value = value.sum(dim=axis, keepdim=True)
    r = Variable(value)

    def propagate(grads):
        [g] = grads
        return [g.expand_to(a.shape)]

    record("sum_to", [a], [r], propagate)
    return r
