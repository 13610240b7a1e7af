"""does: Computes only half of the product rule, as if x were a constant.

points: 1
hears: You have the part in which the sigmoid moves; x itself moves too.
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
        return grad_output * x * s * (1 - s)
