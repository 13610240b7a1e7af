"""does: Changes the input in place.
believes: "Cutting off negative values does no harm to the input."

points: 0
hears: has changed the value of its input a
"""

def relu(a):
    r = Variable(a.value.clamp_(min=0))
    record("relu", [a], [r], lambda g: [g[0] * Variable((a.value > 0).double())])
    return r
