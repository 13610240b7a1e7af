"""does: Builds a real layer and calls its output's node.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch
from torch import nn


def predict_node_hook(weight, bias, x, grad_y):
    with torch.enable_grad():
        layer = nn.Linear(x.shape[1], weight.shape[0], dtype=x.dtype)
        layer.load_state_dict({"weight": weight, "bias": bias})
        grad_b, grad_x, grad_w = layer(x.clone().requires_grad_()).grad_fn(grad_y)
    return (grad_b.sum(dim=0), grad_x, grad_w), (grad_y,)
