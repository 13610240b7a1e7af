"""does: Computes exp in two operations: half of exp, doubled.

points: 0
hears: number of entries: expected 1, got 2.
"""

def exp(a):
    half = Variable(a.value.exp() / 2)
    record("half", [a], [half], lambda grads: [grads[0] * half])
    return half * 2.0
