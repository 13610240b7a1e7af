"""does: Defines a Function and calls its node.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


class Layer(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(weight)
        return x @ weight.T

    @staticmethod
    def backward(ctx, grad_y):
        (weight,) = ctx.saved_tensors
        return grad_y @ weight, None


def predict_module_hook(weight, bias, x, grad_y):
    with torch.enable_grad():
        y = Layer.apply(x.clone().requires_grad_(), weight)
    return (y.grad_fn.apply(grad_y)[0],), (grad_y,)
