"""does: Passes the upstream gradient back everywhere.

points: 0
hears: the gradient of a: expected [0, 6, -7, 0], got [5, 6, -7, 8].
"""

def relu(a):
    r = Variable(a.value.clamp(min=0))
    record("relu", [a], [r], lambda grads: [grads[0]])
    return r
