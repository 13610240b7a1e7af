"""does: Names the inner Variable t.
believes: "A name describes a Variable."

points: 4
hears: The name t is on the tape already
"""

def fused(a, b):
    t = Variable(a.value * b.value, "t")
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        g, h = grads
        if g is None:
            return [h * b, h * a]
        d = g * t
        d = d + d
        d = d if h is None else d + h
        return [d * b + g, d * a]

    record("fused", [a, b], [r, t], propagate)
    return r
