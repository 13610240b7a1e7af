"""does: Returns the first row of the gradient.
believes: "All rows are the same, so the gradient of the first is enough."

points: 0
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: [Variable(grads[0].value[0])])
    return r
