"""does: Scales the values, too.
believes: "To scale a gradient, scale the values."

points: 0
hears: What forward returns
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None
