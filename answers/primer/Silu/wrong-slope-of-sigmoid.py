"""does: Uses the slope of the sigmoid.
believes: "silu has the slope of the sigmoid."

points: 1
hears: That is only the slope of the sigmoid.
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
        return grad_output * s * (1 - s)
