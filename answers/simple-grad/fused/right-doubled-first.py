"""Adds the gradient of r to itself first.

points: 6
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value**2 + a.value)

    def propagate(grads):
        g, h = grads
        down = None
        if g is not None:
            down = (g + g) * t
        if h is not None:
            down = h if down is None else down + h
        to_a = down * b
        if g is not None:
            to_a = to_a + g
        return [to_a, down * a]

    record("fused", [a, b], [r, t], propagate)
    return r
