"""does: Adds with .item(), so only Variables that hold one number work.
believes: "The values on the tape are numbers."

points: 0
"""
def add(a, b):
    """Return the sum of two Variables of one shape, and record an entry on the tape."""
    r = Variable(torch.tensor(a.value.item() + b.value.item(), dtype=a.value.dtype))

    def propagate(grad_outputs):
        g = grad_outputs[0]
        return [g, g]

    record("add", [a, b], [r], propagate)
    return r
