"""The result shows as well where the mask is 1.

points: 2
"""

def relu(a):
    r = Variable(torch.relu(a.value))
    record("relu", [a], [r], lambda g: [g[0] * Variable(r.value.sign())])
    return r
