"""does: Uses the backward rule of mul.
believes: "The backward rule of mul fits every operation."

points: 1
hears: the gradient of a: expected 5, got 15.
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r * b, grad_r * a]

    record("add", [a, b], [r], propagate)
    return r
