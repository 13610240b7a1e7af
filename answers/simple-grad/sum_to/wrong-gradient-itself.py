"""does: Passes the upstream gradient back unchanged.

points: 0
hears: shape of the gradient of a: expected (3, 2), got (2,).
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    record("sum_to", [a], [r], lambda grads: [grads[0]])
    return r
