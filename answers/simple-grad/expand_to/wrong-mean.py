"""does: Averages the gradients of the copies.
believes: "The copies are equal, so their gradients are averaged."

points: 0
hears: the gradient of a: expected
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        [g] = grads
        return [g.sum_to(a.shape) * (a.value.numel() / r.value.numel())]

    record("expand_to", [a], [r], propagate)
    return r
