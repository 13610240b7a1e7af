"""does: Registers a real hook on the node and returns what it received.

points: 0
hears: asks PyTorch to differentiate
"""

import torch
from torch.nn.functional import linear


def predict_node_hook(weight, bias, x, grad_y):
    weight, bias, x = (t.detach().clone().requires_grad_() for t in (weight, bias, x))
    y = linear(x, weight, bias)
    seen = {}

    def hook(grad_inputs, grad_outputs):
        seen["in"] = grad_inputs
        seen["out"] = grad_outputs

    y.grad_fn.register_hook(hook)
    torch.autograd.backward(y, grad_y)
    return seen["in"], seen["out"]
