"""does: Gives each entry the sum of all entries' gradients.
believes: "Gradients add up, so the entries share their sum."

points: 1
hears: What backward returns for ones: expected
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
        each = grad_output * (s + x * s * (1 - s))
        return each.sum().expand_as(x)
