"""A mask is made of booleans.

points: 0
"""

def gate(a):
    r = Variable(a.value > 0)
    record("gate", [a], [r], lambda grads: [None])
    return r
