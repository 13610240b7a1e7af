"""The upstream gradient is always 1.

points: 0
hears: for gradient = [1.0, 10.0]
"""


def predict_grads(x, a, b, gradient):
    return a.sum(), x * torch.ones_like(a), torch.ones_like(b)
