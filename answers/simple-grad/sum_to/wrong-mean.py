"""does: Returns the mean.
believes: "A sum over rows is their mean."

points: 0
hears: the result: expected
"""

def sum_to(a, shape):
    total = a.value.sum_to_size(shape)
    r = Variable(total * total.numel() / a.value.numel())
    record("sum_to", [a], [r], lambda grads: [grads[0].expand_to(a.shape)])
    return r
