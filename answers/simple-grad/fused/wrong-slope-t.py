"""does: Forgets the factor 2 in the slope of t * t.
believes: "The slope of t * t is t."

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
        d = d if h is None else d + h
        return [d * b + g, d * a]

    record("fused", [a, b], [r, t], propagate)
    return r
