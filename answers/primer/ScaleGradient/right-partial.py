"""It keeps the multiplication itself in ctx, as a function.

points: 1
"""

class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.scale = lambda gradient: torch.mul(gradient, factor)
        return x.detach().clone()

    @staticmethod
    def backward(ctx, *arriving):
        return tuple(map(ctx.scale, arriving)) + (None,)
