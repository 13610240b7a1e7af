"""does: Multiplies by a new Variable with the result's value.
believes: "In backward, the result's value is a constant."

points: 1
hears: does not know how the gradient of a came from a
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda g: [g[0] * Variable(r.value)])
    return r
