"""Writes out the sigmoid.

points: 3
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x / (1 + torch.exp(-x))

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        s = 1 / (1 + torch.exp(-x))
        return grad_output * s * (1 + x * (1 - s))
