"""The upstream gradient is passed back unchanged.

points: 0
hears: the gradient of a is
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda g: [g[0]])
    return r
