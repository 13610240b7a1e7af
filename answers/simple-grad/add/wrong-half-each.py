"""does: Gives each input half of the gradient.
believes: "The upstream gradient is split between the inputs."

points: 1
hears: moves one to one
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r * 0.5, grad_r * 0.5]

    record("add", [a, b], [r], propagate)
    return r
