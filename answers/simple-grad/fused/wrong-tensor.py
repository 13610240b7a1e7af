"""does: Keeps t as a tensor.
believes: "The inner value may be a tensor."

points: 0
hears: A Variable meets a bare tensor
"""

def fused(a, b):
    t = a.value * b.value
    r = Variable(t * t + a.value)

    def propagate(grads):
        [g] = grads
        d = g * t
        d = d + d
        return [d * b + g, d * a]

    record("fused", [a, b], [r], propagate)
    return r
