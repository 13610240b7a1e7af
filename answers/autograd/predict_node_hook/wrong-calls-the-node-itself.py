"""does: Calls the node of addmm.
believes: "Calling a node is the same as looking at it."

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    with torch.enable_grad():
        leaves = [t.clone().requires_grad_() for t in (bias, x, weight.T)]
        grad_b, grad_x, grad_w = torch.addmm(*leaves).grad_fn(grad_y)
    return (grad_b.sum(dim=0), grad_x, grad_w), (grad_y,)
