"""does: Removes dimensions of size 1 from the gradient.
believes: "A row and a one-row matrix are the same."

points: 0
"""

def expand_to(a, shape):
    r = Variable(a.value.expand(shape))

    def propagate(grads):
        summed = grads[0].value.sum_to_size(a.shape)
        return [Variable(summed.squeeze())]

    record("expand_to", [a], [r], propagate)
    return r
