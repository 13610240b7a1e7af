"""does: Stores x in a global variable.
believes: "There is only one call at a time."

points: 2
hears: Used twice in one program, the first use
"""


kept = None


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        global kept
        kept = x
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        s = torch.sigmoid(kept)
        return grad_output * (s + kept * s * (1 - s))
