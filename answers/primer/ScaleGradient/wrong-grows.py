"""does: Multiplies the factor in ctx again in each backward.

points: 0
hears: .grad at factor 2, where [1, -2, 3] arrived: expected [2, -4, 6], got [4, -8, 12].
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
