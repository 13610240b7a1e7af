"""does: Lets propagate return the upstream gradient unexpanded if it is a scalar.
believes: "A scalar broadcasts by itself wherever it is used next."

points: 1
"""
def sum_to(a, shape):
    """Return a Variable of the given shape: `a`, summed over what `expand_to` would repeat."""
    r = Variable(a.value.sum_to_size(shape))

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        if grad_r.shape == () and len(a.shape) == 1:
            return [grad_r]
        return [grad_r.expand_to(a.shape)]

    record("sum_to", [a], [r], propagate)
    return r
