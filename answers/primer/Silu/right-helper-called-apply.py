"""Has a helper named apply.

points: 3
"""

def apply(x):
    return torch.sigmoid(x)


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * apply(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        return grad_output * (apply(x) + x * apply(x) * (1 - apply(x)))
