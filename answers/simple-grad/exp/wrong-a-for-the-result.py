"""does: Multiplies by the input.
believes: "The slope of exp is the input."

points: 0
hears: the gradient of a: expected
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda g: [g[0] * a])
    return r
