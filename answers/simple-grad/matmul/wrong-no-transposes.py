"""does: Multiplies without transposing.
believes: "Matrices need not be transposed."

points: 0
hears: Write the shapes of the tensors that meet
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [g @ b, a @ g]

    record("matmul", [a, b], [r], propagate)
    return r
