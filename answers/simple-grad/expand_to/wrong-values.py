"""does: Computes with values, and makes a Variable of the result.
believes: "A gradient can be rebuilt from its value."

points: 1
hears: the tape does not know
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))
    record("expand_to", [a], [r], lambda grads: [Variable(grads[0].value.sum_to_size(a.shape))])
    return r
