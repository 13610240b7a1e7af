"""Forward may change its input, because it only cuts off negative values.

points: 0
hears: has changed the value of its input a
"""

def relu(a):
    r = Variable(a.value.clamp_(min=0))
    record("relu", [a], [r], lambda g: [g[0] * Variable((a.value > 0).double())])
    return r
