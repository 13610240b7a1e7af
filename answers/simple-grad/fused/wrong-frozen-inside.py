"""does: Computes t as a tensor, and makes a Variable of it in backward.
believes: "A constant t needn't be declared as an output."

points: 2
hears: Gradients of the squared norm of the gradients
"""

def fused(a, b):
    t = a.value * b.value
    r = Variable(t * t + a.value)

    def propagate(grads):
        [g] = grads
        d = g * Variable(2 * t)
        return [d * b + g, d * a]

    record("fused", [a, b], [r], propagate)
    return r
