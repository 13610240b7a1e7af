"""does: Sums the gradient over the rows.
believes: "Only rows are repeated."

points: 0
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: [Variable(grads[0].value.sum(dim=0))])
    return r
