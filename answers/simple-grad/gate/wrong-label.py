"""The label is for people.

points: 0
"""

def gate(a):
    r = Variable((a.value > 0).to(a.value.dtype))
    record("mask", [a], [r], lambda grads: [None])
    return r
