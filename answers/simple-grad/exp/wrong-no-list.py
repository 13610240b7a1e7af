"""does: Returns a Variable, not a list.
believes: "One input has one gradient, so no list is needed."

points: 0
hears: returned a value of type Variable
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda grads: r * grads[0])
    return r
