"""does: Turns recording back on, and calls a node.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    with torch.inference_mode(False), torch.enable_grad():
        y = torch.mm(x.clone().requires_grad_(), weight.clone().T)
        return (y.grad_fn(grad_y)[0],), (grad_y,)
