"""does: Returns the factor's gradient first.

points: 0
hears: returned a gradient different than None at position 2
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return None, grad_output * ctx.factor
