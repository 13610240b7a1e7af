"""does: Calls addmm on leaves and lets autograd fill their .grad.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    leaves = [t.detach().clone().requires_grad_() for t in (bias, x, weight.T)]
    torch.addmm(*leaves).backward(grad_y)
    return tuple(leaf.grad for leaf in leaves), (grad_y,)
