"""does: Passes the upstream gradient back unchanged.
believes: "The gradient of a copy is that of the original."

points: 0
hears: shape of the gradient of a: expected (2,), got (3, 2).
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: [grads[0]])
    return r
