"""The gradient of a copy is that of the original.

points: 0
hears: has the shape (3, 2), a has (2,)
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: [grads[0]])
    return r
