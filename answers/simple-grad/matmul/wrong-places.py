"""Gradients may be returned in any order.

points: 0
hears: the gradient of a has the shape (3, 4), a has (2, 3)
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [a.T @ g, g @ b.T]

    record("matmul", [a, b], [r], propagate)
    return r
