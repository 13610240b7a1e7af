"""Uses einsum, with a name for each axis: batch, out, in.

points: 3
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    grad_x = torch.einsum("bo,oi->bi", grad_y, weight)
    return (grad_x,), (grad_y,)
