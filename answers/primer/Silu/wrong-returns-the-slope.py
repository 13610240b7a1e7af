"""does: Returns the slope, without the upstream gradient.
believes: "backward returns the slope."

points: 1
hears: For ones it is right: what do you do with grad_output?
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
        return s + x * s * (1 - s)
