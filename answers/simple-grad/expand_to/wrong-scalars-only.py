"""does: Sums the whole gradient.
believes: "The input is always a scalar."

points: 0
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: [grads[0].sum()])
    return r
