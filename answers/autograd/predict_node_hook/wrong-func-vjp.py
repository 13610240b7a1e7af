"""does: Applies torch.func.vjp to addmm.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    _, pull_back = torch.func.vjp(torch.addmm, bias, x, weight.T)
    return pull_back(grad_y), (grad_y,)
