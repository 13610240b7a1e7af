"""does: Passes the upstream gradient on unchanged.

points: 0
hears: at factor 2
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, None
