"""does: Returns None if the sum of the elements of `a` is not above 0.
believes: "If nothing comes out, the unit is dead, and its gradient is known to be zero."

points: 1
"""
def relu(a):
    """Return a Variable with the entries of `a` that are above 0, and 0 for all others."""
    r = Variable(torch.relu(a.value))
    mask = Variable((r.value > 0).to(a.value.dtype))

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        if a.value.sum() <= 0:
            return [None]
        return [grad_r * mask]

    record("relu", [a], [r], propagate)
    return r
