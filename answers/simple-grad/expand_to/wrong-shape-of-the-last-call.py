"""does: Keeps the shape of its input in an attribute of the function, which the next call overwrites.
believes: "propagate can't take the shape along, so I put it where it can find it."

points: 1
"""
def expand_to(a, shape):
    """Return a Variable of the given shape: `a`, repeated as broadcasting does it."""
    expand_to.small = a.shape
    r = Variable(a.value.expand(shape))

    def propagate(grad_outputs):
        return [grad_outputs[0].sum_to(expand_to.small)]

    record("expand_to", [a], [r], propagate)
    return r
