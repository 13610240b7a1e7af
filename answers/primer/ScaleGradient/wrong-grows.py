"""Multiplies the factor in ctx again in each backward.

points: 0
hears: the second backward: at factor
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor, ctx.scale = factor, 1.0
        return x

    @staticmethod
    def backward(ctx, grad_output):
        ctx.scale = ctx.scale * ctx.factor
        return grad_output * ctx.scale, None
