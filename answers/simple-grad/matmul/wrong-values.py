"""does: Computes with values, and makes Variables of the results.
believes: "Computing with values and wrapping the result does the same."

points: 1
hears: how the gradient of a came from the one that arrived
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grad_outputs):
        g = grad_outputs[0].value
        return [Variable(g @ b.value.T), Variable(a.value.T @ g)]

    record("matmul", [a, b], [r], propagate)
    return r
