"""does: Turns add(a, a) into a product with 2.
believes: "a + a is the same as 2 * a, and one operator fewer has to be right."

points: 1
"""
def add(a, b):
    """Return the sum of two Variables of one shape, and record an entry on the tape."""
    if a is b:
        return mul(a, Variable(torch.full_like(a.value, 2)))
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r, grad_r]

    record("add", [a, b], [r], propagate)
    return r
