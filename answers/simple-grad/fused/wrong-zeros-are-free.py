"""does: Replaces None with zeros.
believes: "Replacing None with zeros costs nothing."

points: 5
hears: expected at most 6
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        zeros = Variable(torch.zeros_like(t.value))
        g, h = [zeros if one is None else one for one in grads]
        d = g * t
        d = d + d + h
        return [d * b + g, d * a]

    record("fused", [a, b], [r, t], propagate)
    return r
