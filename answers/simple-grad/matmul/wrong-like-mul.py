"""does: Uses the backward rule of mul.
believes: "The backward of a matrix product is that of an elementwise product."

points: 0
hears: Write the shapes of the tensors that meet
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [g * b, g * a]

    record("matmul", [a, b], [r], propagate)
    return r
