"""Broadcasts the upstream gradient by adding zeros of the input's shape.

points: 2
"""
def sum_to(a, shape):
    r = Variable(a.value.sum_to_size(shape))
    zeros = torch.zeros(a.shape, dtype=a.value.dtype)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [Variable(zeros) + g]

    record("sum_to", [a], [r], propagate)
    return r
