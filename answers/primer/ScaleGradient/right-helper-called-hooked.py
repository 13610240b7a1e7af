"""Has a helper named hooked.

points: 1
"""

def hooked(gradient, factor):
    return gradient * factor


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return hooked(grad_output, ctx.factor), None
