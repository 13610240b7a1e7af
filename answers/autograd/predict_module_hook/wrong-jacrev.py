"""does: Multiplies the Jacobian from torch.func.jacrev by the upstream gradient.

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    table = torch.func.jacrev(lambda x: x @ weight.T + bias)(x)
    return (torch.einsum("bo,boci->ci", grad_y, table),), (grad_y,)
