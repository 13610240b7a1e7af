"""does: If both factors are the same Variable, returns the whole gradient for each of them.
believes: "The gradient of a belongs in each place where a occurs."

points: 1
"""
def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        if a is b:
            whole = g @ a.T + a.T @ g
            return [whole, whole]
        return [g @ b.T, a.T @ g]

    record("matmul", [a, b], [r], propagate)
    return r
