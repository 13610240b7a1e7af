"""does: Sums the gradient of a vector to the length of its last axis.
believes: "A vector is repeated as rows."

points: 1
hears: expand_to, (1,) to (3,): shape of the gradient of a
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        (grad,) = grads
        is_vector = len(a.shape) == 1
        return [grad.sum_to(grad.shape[-1:] if is_vector else a.shape)]

    record("expand_to", [a], [r], propagate)
    return r
