"""does: Passes the upstream gradient on unchanged.

points: 1
hears: backward gives the same gradient at different places
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output
