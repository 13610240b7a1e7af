"""The slope is evaluated at the upstream gradient.

points: 1
hears: What backward returns for ones: expected
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        s = torch.sigmoid(grad_output)
        return s + grad_output * s * (1 - s)
