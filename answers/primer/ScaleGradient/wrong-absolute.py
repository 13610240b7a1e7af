"""does: Multiplies the absolute value of the gradient by the factor.
believes: "A gradient is a size, so it has no sign."

points: 0
hears: at factor 2
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.abs() * ctx.factor, None
