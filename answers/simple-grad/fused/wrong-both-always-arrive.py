"""does: Adds both gradients without checking for None.
believes: "Both gradients always arrive."

points: 0
hears: Check for None before you compute
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        g, h = grads
        d = g * t
        d = d + d + h
        return [d * b + g, d * a]

    record("fused", [a, b], [r, t], propagate)
    return r
