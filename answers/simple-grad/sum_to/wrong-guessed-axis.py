"""does: Sums over the first axis whose size does not occur in the target shape.
believes: "The axis that has to go is the one whose size is missing in the shape."

points: 1
"""
def sum_to(a, shape):
    """Return a Variable of the given shape: `a`, summed over what `expand_to` would repeat."""
    numbers = a.value
    while numbers.ndim > len(shape):
        gone = [axis for axis, size in enumerate(numbers.shape) if size not in shape]
        numbers = numbers.sum(gone[0] if gone else -1)
    for axis, size in enumerate(shape):
        if numbers.shape[axis] != size:
            numbers = numbers.sum(axis, keepdim=True)
    r = Variable(numbers)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r.expand_to(a.shape)]

    record("sum_to", [a], [r], propagate)
    return r
