"""does: Applies torch.func.grad to the sum of gradient times result.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def predict_grads(x, a, b, gradient):
    return torch.func.grad(lambda x, a, b: (gradient * (a * x + b)).sum(), argnums=(0, 1, 2))(x, a, b)
