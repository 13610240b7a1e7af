"""The gradient of a matrix is transposed.

points: 0
hears: the gradient of a has the shape (3, 2), a has (2, 3)
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [b @ g.T, g.T @ a]

    record("matmul", [a, b], [r], propagate)
    return r
