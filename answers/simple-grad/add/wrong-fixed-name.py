"""does: Names the result sum.
believes: "A name describes a Variable, for example sum."

points: 1
hears: The name sum is on the tape already
"""

def add(a, b):
    r = Variable(a.value + b.value, "sum")

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r, grad_r]

    record("add", [a, b], [r], propagate)
    return r
