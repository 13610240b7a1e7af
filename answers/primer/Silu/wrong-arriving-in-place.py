"""does: Multiplies the upstream gradient in place.
believes: "The upstream gradient belongs to this function."

points: 2
hears: was changed in place
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
        return grad_output.mul_(s + x * s * (1 - s))
