"""does: Uses autograd and transposes the weight's gradient.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    leaves = [t.detach().requires_grad_() for t in (bias, x, weight)]
    b, inp, w = leaves
    grad_b, grad_x, grad_w = torch.autograd.grad(inp @ w.T + b, leaves, grad_y, create_graph=True)
    return (grad_b, grad_x, grad_w.T), (grad_y,)
