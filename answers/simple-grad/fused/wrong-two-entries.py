"""does: Computes t with an operator of its own, so there are two entries.
believes: "Otherwise the tape wouldn't know where t came from."

points: 0
hears: number of entries on the tape: expected 1, got 2.
"""

def inner(a, b):
    t = Variable(a.value * b.value)
    record("inner", [a, b], [t], lambda grads: [grads[0] * b, grads[0] * a])
    return t


def fused(a, b):
    t = inner(a, b)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        half = grads[0] * t
        return [half + half, grads[0]]

    record("fused", [t, a], [r], propagate)
    return r
