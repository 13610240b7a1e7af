"""does: Returns ones, whatever gradient arrives.
believes: "The gradient of a sum is 1."

points: 1
hears: the gradient of a: expected 5, got 1.
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        one = Variable(torch.ones_like(r.value))
        return [one, one]

    record("add", [a, b], [r], propagate)
    return r
