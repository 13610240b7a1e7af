"""does: Adds the upstream gradient to the slope.
believes: "Gradients add up, even along one path."

points: 1
hears: What backward returns for ones: expected
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad_output + s + x * s * (1 - s)
