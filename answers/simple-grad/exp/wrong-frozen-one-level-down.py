"""does: Makes the slope by an inner operator whose own slope is a constant.
believes: "The slope has an entry that leads back to a, so every derivative has a path."

points: 1
"""
def exp(a):
    """Return e to the power of each element of a Variable."""
    r = Variable(a.value.exp())

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        slope = Variable(a.value.exp())
        record("exp_slope", [a], [slope], lambda grads: [grads[0] * Variable(slope.value)])
        return [grad_r * slope]

    record("exp", [a], [r], propagate)
    return r
