"""Returns the upstream gradient itself, and sums with torch.sum.

points: 2
"""


def predict_grads(x, a, b, gradient):
    return torch.sum(a * gradient), x * gradient, gradient
