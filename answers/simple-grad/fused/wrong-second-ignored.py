"""does: Ignores the gradient of t.
believes: "The gradient of t can be ignored."

points: 2
hears: Gradients of the squared norm of the gradients
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        g = grads[0]
        if g is None:
            return [None, None]
        d = g * t
        d = d + d
        return [d * b + g, d * a]

    record("fused", [a, b], [r, t], propagate)
    return r
