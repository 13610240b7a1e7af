"""does: Returns transposed gradients.
believes: "The gradient of a matrix is transposed."

points: 0
hears: shape of the gradient of a: expected (2, 3), got (3, 2).
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [b @ g.T, g.T @ a]

    record("matmul", [a, b], [r], propagate)
    return r
