"""does: Computes t as a tensor, and makes a Variable of it in backward.
believes: "Values inside an operation may be plain numbers."

points: 2
hears: Gradients of the squared norm
"""

def fused(a, b):
    t = a.value * b.value
    r = Variable(t * t + a.value)

    def propagate(grads):
        [g] = grads
        back = g * Variable(2 * t)
        return [back * b + g, back * a]

    record("fused", [a, b], [r], propagate)
    return r
