"""does: Computes x * factor + (x - x * factor) in forward, which rounds.
believes: "To scale the gradient, x * factor has to be in the forward pass, and the rest is taken away again."

points: 0
"""

class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        scaled = x * factor
        return scaled + (x - scaled)

    @staticmethod
    def backward(ctx, grad_output):
        return ctx.factor * grad_output, None
