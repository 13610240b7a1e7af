"""does: Replaces a factor of 0 with 1.
believes: "A factor of 0 means no scaling."

points: 0
hears: at factor 0
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * (ctx.factor or 1.0), None
