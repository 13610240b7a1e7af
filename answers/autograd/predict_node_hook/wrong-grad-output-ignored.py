"""does: Uses ones instead of grad_y.

points: 0
hears: stays the same when grad_y changes
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    ones = torch.ones_like(grad_y)
    return (ones.sum(dim=0), ones @ weight, (ones.T @ x).T), (grad_y,)
