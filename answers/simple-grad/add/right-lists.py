"""Writes the backward rule in one line.

points: 2
"""

def add(a, b):
    r = Variable(a.value + b.value)
    record("add", [a, b], [r], lambda grads: [grads[0], grads[0]])
    return r
