"""does: Keeps x as an attribute of ctx, so a change of x in place is not noticed.
believes: "save_for_backward is a longer way of writing ctx.x = x."

points: 2
"""

class Silu(torch.autograd.Function):
    """The function x * sigmoid(x), with a backward of its own."""

    @staticmethod
    def forward(ctx, x):
        ctx.x = x
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        s = torch.sigmoid(ctx.x)
        return grad_output * (s + ctx.x * s * (1 - s))
