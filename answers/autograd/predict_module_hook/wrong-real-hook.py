"""does: Registers a real hook on a layer and returns what it received.

points: 0
hears: asks PyTorch to differentiate
"""

import torch
from torch import nn


def predict_module_hook(weight, bias, x, grad_y):
    layer = nn.Linear(weight.shape[1], weight.shape[0], dtype=weight.dtype)
    with torch.no_grad():
        layer.weight.copy_(weight)
        layer.bias.copy_(bias)
    seen = []

    def hook(module, grad_input, grad_output):
        print("the hook was called with", grad_input, grad_output)
        seen.extend([grad_input, grad_output])

    handle = layer.register_full_backward_hook(hook)
    layer(x.detach().clone().requires_grad_()).backward(grad_y)
    handle.remove()
    return tuple(seen)
