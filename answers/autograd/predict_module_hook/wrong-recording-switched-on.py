"""does: Turns recording back on, and runs backward.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    with torch.inference_mode(False):
        inputs = x.clone().requires_grad_()
        (inputs @ weight.clone().T + bias.clone()).backward(grad_y.clone())
        return (inputs.grad,), (grad_y,)
