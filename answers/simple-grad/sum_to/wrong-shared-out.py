"""does: Splits the gradient among the elements.
believes: "The upstream gradient is split among the elements."

points: 0
hears: the gradient of a: expected
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    part = r.value.numel() / a.value.numel()
    record("sum_to", [a], [r], lambda grads: [(grads[0] * part).expand_to(a.shape)])
    return r
