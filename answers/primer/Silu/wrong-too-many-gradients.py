"""does: Returns one gradient for each entry of the output.
believes: "backward returns one gradient for each entry of the output."

points: 1
hears: returned an incorrect number of gradients (expected 1, got 3)
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
        return tuple(grad_output * (s + x * s * (1 - s)))
