"""does: Returns the first input itself if the second one is zero.
believes: "Adding zero changes nothing, so there is nothing to record."

points: 1
"""
def add(a, b):
    """Return the sum of two Variables of one shape, and record an entry on the tape."""
    if not b.value.any():
        return a
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        return [grad_outputs[0], grad_outputs[0]]

    record("add", [a, b], [r], propagate)
    return r
