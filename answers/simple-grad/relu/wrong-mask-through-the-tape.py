"""does: Computes the mask on the tape, as a result of a.
believes: "The mask isn't a constant."

points: 1
hears: where the mask is a constant
"""

def relu(a):
    open_or_not = (a.value > 0).to(a.value.dtype)
    r = Variable(a.value * open_or_not)

    def propagate(grad_outputs):
        [g] = grad_outputs
        whole = torch.where(a.value == 0, 1.0, a.value)
        return [g * (a * Variable(open_or_not / whole))]

    record("relu", [a], [r], propagate)
    return r
