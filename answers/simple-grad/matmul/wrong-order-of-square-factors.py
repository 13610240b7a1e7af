"""does: For square matrices, writes the factors of the gradient of b in the order of the one of a.
believes: "g times the other factor, transposed, holds for both inputs, as in mul."

points: 0
"""
def matmul(a, b):
    """Return the matrix product of two Variables of shapes (n, k) and (k, m)."""
    r = Variable(torch.matmul(a.value, b.value))

    def propagate(grad_outputs):
        [g] = grad_outputs
        n, k = a.shape
        for_b = g @ a.T if n == k == b.shape[1] else a.T @ g
        return [g @ b.T, for_b]

    record("matmul", [a, b], [r], propagate)
    return r
