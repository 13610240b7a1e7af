"""does: Computes with values, and makes a Variable of the result.
believes: "A gradient can be rebuilt from its value."

points: 1
hears: the tape does not know
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    record("sum_to", [a], [r], lambda grads: [Variable(grads[0].value.expand(a.shape))])
    return r
