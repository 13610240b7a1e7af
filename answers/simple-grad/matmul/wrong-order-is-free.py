"""does: Multiplies in the wrong order.
believes: "The order of the factors doesn't matter."

points: 0
hears: Write the shapes of the tensors that meet
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [b.T @ g, g @ a.T]

    record("matmul", [a, b], [r], propagate)
    return r
