"""does: Calls a node, and computes the gradient by hand if that is refused.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    try:
        with torch.enable_grad():
            y = torch.mm(x.clone().requires_grad_(), weight.T)
        return (y.grad_fn(grad_y)[0],), (grad_y,)
    except Exception:
        return (grad_y @ weight,), (grad_y,)
