"""does: Multiplies by 2.
believes: "The factor is always 2."

points: 0
hears: at factor -0.5
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        return x

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * 2, None
