"""The value of the result is a constant by now.

points: 1
hears: exp(a), twice: the gradient of a is None; it should be a Variable
"""

def exp(a):
    r = Variable(a.value.exp())
    record("exp", [a], [r], lambda g: [g[0] * Variable(r.value)])
    return r
