"""does: Computes t again in backward.
believes: "Computing t again costs nothing."

points: 5
hears: expected at most 6
"""

def fused(a, b):
    r = Variable((a.value * b.value) ** 2 + a.value)

    def propagate(grads):
        [g] = grads
        d = g * (a * b)
        d = d + d
        return [d * b + g, d * a]

    record("fused", [a, b], [r], propagate)
    return r
