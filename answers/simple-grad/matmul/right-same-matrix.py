"""If both factors are the same Variable, returns the sum once, and None.

points: 2
"""
def matmul(a, b):
    r = Variable(torch.mm(a.value, b.value))

    def propagate(grad_outputs):
        (g,) = grad_outputs
        of_a, of_b = g @ b.T, a.T @ g
        if a is b:
            return [of_a + of_b, None]
        return [of_a, of_b]

    record("matmul", [a, b], [r], propagate)
    return r
