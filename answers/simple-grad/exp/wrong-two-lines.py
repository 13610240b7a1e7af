"""Computes exp in two operations: half of exp, doubled.

points: 0
hears: exp should record one entry, from a to its result; it recorded 2: half, mul
"""

def exp(a):
    half = Variable(a.value.exp() / 2)
    record("half", [a], [half], lambda grads: [grads[0] * half])
    return half * 2.0
