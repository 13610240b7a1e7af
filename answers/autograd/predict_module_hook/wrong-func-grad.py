"""does: Applies torch.func.grad to the sum of y times grad_y.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    grad_x = torch.func.grad(lambda x: ((x @ weight.T + bias) * grad_y).sum())(x)
    return (grad_x,), (grad_y,)
