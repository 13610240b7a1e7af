"""Computes the mask in forward.

points: 2
"""

def relu(a):
    mask = torch.where(a.value > 0, 1.0, 0.0).to(a.value.dtype)
    r = Variable(a.value * mask)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [Variable(mask) * g]

    record("relu", [a], [r], propagate)
    return r
