"""does: Stores x on the class.
believes: "There is only one call at a time."

points: 2
hears: Used twice in one program, the first use
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        Silu.x = x
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        s = torch.sigmoid(Silu.x)
        return grad_output * (s + Silu.x * s * (1 - s))
