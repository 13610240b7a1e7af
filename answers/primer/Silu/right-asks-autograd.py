"""Calls autograd inside backward to compute the slope.

points: 3
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.nn.functional.silu(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            leaf = x.detach().requires_grad_()
            y = torch.nn.functional.silu(leaf)
        return torch.autograd.grad(y, leaf, grad_output)[0]
