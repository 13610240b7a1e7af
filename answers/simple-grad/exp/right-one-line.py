"""Uses the result as its own slope.

points: 2
"""

def exp(a):
    r = Variable(torch.exp(a.value))
    record("exp", [a], [r], lambda g: [r * g[0]])
    return r
