"""The mask is a tensor of booleans.

points: 2
"""
def relu(a):
    positive = a.value > 0
    r = Variable(a.value * positive)
    record("relu", [a], [r], lambda grads: [grads[0] * Variable(positive)])
    return r
