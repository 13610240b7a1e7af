"""Computes transposed gradients, then transposes them back.

points: 2
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [(b @ g.T).T, (g.T @ a).T]

    record("matmul", [a, b], [r], propagate)
    return r
