"""Computes the mask from the result.

points: 2
"""

def relu(a):
    r = Variable(torch.relu(a.value))
    record("relu", [a], [r], lambda g: [g[0] * Variable(r.value.sign())])
    return r
