"""Uses einsum, with a name for each axis: batch, out, in.

points: 3
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    grad_b = torch.einsum("bo->o", grad_y)
    grad_x = torch.einsum("bo,oi->bi", grad_y, weight)
    grad_w_t = torch.einsum("bo,bi->io", grad_y, x)
    return (grad_b, grad_x, grad_w_t), (grad_y,)
