"""does: Multiplies by new Variables with the factors' values.
believes: "In backward, the factors are constants."

points: 1
hears: how the gradient of a came from b
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [g @ Variable(b.value.T), Variable(a.value.T) @ g]

    record("matmul", [a, b], [r], propagate)
    return r
