"""does: Returns the two gradients in the wrong order.
believes: "Gradients may be returned in any order."

points: 0
hears: shape of the gradient of a: expected (2, 3), got (3, 4).
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [a.T @ g, g @ b.T]

    record("matmul", [a, b], [r], propagate)
    return r
