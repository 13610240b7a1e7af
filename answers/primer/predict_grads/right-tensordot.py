"""It contracts all dimensions there are with tensordot, so that one line serves both shapes.

points: 2
"""

def predict_grads(x, a, b, gradient):
    total = torch.tensordot(gradient, a, dims=gradient.dim())
    rows = torch.stack([x.expand_as(a), torch.ones_like(b)]) * gradient
    return total, *rows
