"""does: Changes the upstream gradient in place.
believes: "The upstream gradient belongs to this function."

points: 0
hears: The gradient that arrived was changed in place
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x.clone()

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.mul_(ctx.factor), None
