"""Its propagate multiplies a Variable of ones by the upstream gradient, and lets `*` broadcast.

points: 2
"""
def sum_to(a, shape):
    """Return a Variable of the given shape: `a`, summed over what `expand_to` would repeat."""
    r = Variable(a.value.sum_to_size(tuple(shape)))

    def propagate(grad_outputs):
        ones = Variable(torch.ones_like(a.value))
        return [ones * grad_outputs[0]]

    record("sum_to", [a], [r], propagate)
    return r
