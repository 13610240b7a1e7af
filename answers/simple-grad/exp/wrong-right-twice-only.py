"""does: Records the slope, but not the slope's own slope.
believes: "The slope of the slope is a number."

points: 1
hears: exp(a), three times
"""

def exp(a):
    r = Variable(a.value.exp())

    def propagate(grad_outputs):
        [g] = grad_outputs
        slope = Variable(a.value.exp())
        number = a.value.exp()
        record("slope", [a], [slope], lambda grads: [grads[0] * Variable(number)])
        return [g * slope]

    record("exp", [a], [r], propagate)
    return r
