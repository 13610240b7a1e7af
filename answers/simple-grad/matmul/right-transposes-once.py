"""Transposes both matrices in backward, with a helper.

points: 2
"""

def matmul(a, b):
    r = Variable(torch.mm(a.value, b.value))

    def propagate(grad_outputs):
        g = grad_outputs[0]
        turned_a, turned_b = transpose_of(a), transpose_of(b)
        return [g @ turned_b, turned_a @ g]

    record("matmul", [a, b], [r], propagate)
    return r


def transpose_of(m):
    return m.T
