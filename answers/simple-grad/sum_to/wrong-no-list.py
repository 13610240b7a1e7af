"""does: Returns a Variable, not a list.
believes: "One input has one gradient, so no list is needed."

points: 0
hears: returned a value of type Variable
"""

def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    record("sum_to", [a], [r], lambda grads: grads[0].expand_to(a.shape))
    return r
