"""Its backward records x * sigmoid(x) once more and lets autograd find the slope.

points: 3
"""

class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        with torch.enable_grad():
            again = ctx.saved_tensors[0].detach().requires_grad_()
            y = again * torch.sigmoid(again)
        return torch.autograd.grad(y, again, grad_output)[0]
