"""does: Uses torch.func.vjp.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    y, pull_back = torch.func.vjp(lambda x: torch.nn.functional.linear(x, weight, bias), x)
    return pull_back(grad_y), (grad_y,)
