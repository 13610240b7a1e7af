"""Runs backward on leaves of its own.

points: 2
"""


def predict_grads(x, a, b, gradient):
    leaves = [t.clone().requires_grad_() for t in (x, a, b)]
    x, a, b = leaves
    return torch.autograd.grad(a * x + b, leaves, gradient)
