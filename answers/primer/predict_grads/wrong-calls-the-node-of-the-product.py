"""does: Calls the product's node to compute two of the gradients.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


def predict_grads(x, a, b, gradient):
    with torch.enable_grad():
        factors = [a.clone().requires_grad_(), x.clone().requires_grad_()]
        grad_a, grad_x = (factors[0] * factors[1]).grad_fn(gradient)
    return grad_x.sum(), grad_a, gradient.clone()
