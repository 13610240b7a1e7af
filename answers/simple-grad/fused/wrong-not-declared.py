"""does: Doesn't declare t as an output.
believes: "A Variable inside needn't be declared as an output."

points: 2
hears: Gradients of the squared norm of the gradients
"""

def fused(a, b):
    t = Variable(a.value * b.value)
    r = Variable(t.value * t.value + a.value)

    def propagate(grads):
        [g] = grads
        d = g * t
        d = d + d
        return [d * b + g, d * a]

    record("fused", [a, b], [r], propagate)
    return r
