"""does: Computes only half of the product rule, as if the sigmoid were a constant.

points: 1
hears: You have the part in which x moves; the sigmoid moves with it.
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * torch.sigmoid(x)
