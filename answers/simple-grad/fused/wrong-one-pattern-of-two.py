"""does: Handles a gradient for r or for t, but not both.
believes: "A gradient arrives either for r or for t."

points: 4
hears: Gradients of the squared norm of the gradients of fused(a, b) *
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        g, h = grads
        if h is not None:
            return [h * b, h * a]
        d = g * t
        d = d + d
        return [d * b + g, d * a]

    record("fused", [a, b], [r, t], propagate)
    return r
