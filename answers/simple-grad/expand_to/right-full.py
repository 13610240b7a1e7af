"""The value may be made with torch.full.

points: 2
"""

def expand_to(a, shape):
    r = Variable(torch.full(shape, a.value.item(), dtype=a.value.dtype))

    def propagate(grads):
        return [grads[0].sum()]

    record("expand_to", [a], [r], propagate)
    return r
