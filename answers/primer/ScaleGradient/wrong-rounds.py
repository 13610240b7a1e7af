"""does: Returns rounded numbers.

points: 0
"""

class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.round()

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor, None
