"""does: Returns only one gradient.
believes: "There is one input tensor, so backward returns one gradient."

points: 0
hears: returned an incorrect number of gradients (expected 2, got 1)
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * ctx.factor
