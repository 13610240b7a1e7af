"""does: Runs backward, and returns zeros if that is refused.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    inputs = x.clone().requires_grad_()
    try:
        (inputs @ weight.T + bias).backward(grad_y)
        return (inputs.grad,), (grad_y,)
    except RuntimeError:
        return (torch.zeros_like(x),), (grad_y,)
