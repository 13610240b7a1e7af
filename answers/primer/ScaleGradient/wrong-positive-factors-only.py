"""does: Multiplies by the absolute value of the factor.
believes: "The sign of the factor doesn't matter."

points: 0
hears: at factor -0.5
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * abs(ctx.factor), None
