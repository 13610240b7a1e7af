"""does: Records the layer and calls its node, bypassing the engine.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    with torch.enable_grad():
        y = torch.addmm(bias, x.clone().requires_grad_(), weight.T)
    return (y.grad_fn(grad_y)[1],), (grad_y,)
