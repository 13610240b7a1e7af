"""does: Multiplies by a tensor.
believes: "The mask may be a tensor."

points: 0
hears: meets a bare tensor
"""

def relu(a):
    mask = (a.value > 0).to(a.value.dtype)
    r = Variable(a.value * mask)

    def propagate(grads):
        [g] = grads
        return [g * mask]

    record("relu", [a], [r], propagate)
    return r
