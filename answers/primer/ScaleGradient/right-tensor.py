"""Saves the factor as a tensor.

points: 1
"""


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(torch.tensor(factor))
        return x.clone()

    @staticmethod
    def backward(ctx, grad_output):
        (factor,) = ctx.saved_tensors
        return grad_output.mul(factor), None
