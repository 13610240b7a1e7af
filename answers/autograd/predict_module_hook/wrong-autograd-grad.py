"""does: Runs the layer and calls torch.autograd.grad.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    x = x.detach().requires_grad_()
    y = torch.nn.functional.linear(x, weight, bias)
    (grad_x,) = torch.autograd.grad(y, x, grad_outputs=grad_y)
    return (grad_x,), (grad_y,)
