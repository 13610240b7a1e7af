"""The other function may be called by its name.

points: 2
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    record("sum_to", [a], [r], lambda grads: [expand_to(grads[0], a.shape)])
    return r
