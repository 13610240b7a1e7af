"""does: Computes the slope at the upstream gradient.
believes: "backward evaluates the slope at grad_output."

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
