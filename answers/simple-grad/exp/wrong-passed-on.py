"""does: Passes the upstream gradient back unchanged.

points: 0
hears: the gradient of a: expected
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda g: [g[0]])
    return r
