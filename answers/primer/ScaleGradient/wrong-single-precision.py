"""does: Returns the numbers in single precision.

points: 0
"""

class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.float()

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None
