"""Writes out the sigmoid, and stores x as an attribute of ctx.

points: 3
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x / (1 + torch.exp(-x))

    @staticmethod
    def backward(ctx, grad_output):
        s = 1 / (1 + torch.exp(-ctx.x))
        return grad_output * s * (1 + ctx.x * (1 - s))
