"""does: Computes the first factor's gradient with values.
believes: "In backward, the second factor is a constant matrix."

points: 1
hears: came from the one that arrived
"""

def matmul(a, b):
    r = Variable(a.value @ b.value)

    def propagate(grads):
        [g] = grads
        return [Variable(g.value @ b.value.T), a.T @ g]

    record("matmul", [a, b], [r], propagate)
    return r
