"""does: Computes the sigmoid in single precision, whatever x is.

points: 2
"""

import torch


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        s = torch.sigmoid(x.float()).to(x.dtype)
        ctx.save_for_backward(x, s)
        return x * s

    @staticmethod
    def backward(ctx, grad_y):
        x, s = ctx.saved_tensors
        return grad_y * (s + x * s * (1 - s))
