"""does: Stores the gradient and returns nothing.
believes: "backward stores the gradient in .grad."

points: 1
hears: backward returns no gradient for x.
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
        ctx.grad = grad_output * (s + x * s * (1 - s))
