"""does: Declares the outputs in the order t, r.
believes: "Gradients may be in a different order from the outputs."

points: 0
hears: First gradients
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        g, h = grads
        if g is None:
            return [h * b, h * a]
        d = g * t
        d = d + d
        d = d if h is None else d + h
        return [d * b + g, d * a]

    record("fused", [a, b], [t, r], propagate)
    return r
