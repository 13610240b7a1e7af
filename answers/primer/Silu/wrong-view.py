"""does: Makes a row of what arrives with view, which a transposed tensor does not allow.

points: 2
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
        slope = (s + x * s * (1 - s)).reshape(-1)
        return (grad_output.view(-1) * slope).reshape(x.shape)
