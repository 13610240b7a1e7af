"""does: Piles the inputs of all calls on a list of the class, and backward takes the top one.
believes: "Backward runs in the opposite order of forward, so the last input is always the one I need."

points: 2
"""

class Silu(torch.autograd.Function):
    """The function x * sigmoid(x), with a backward of its own."""

    pile = []

    @staticmethod
    def forward(ctx, x):
        Silu.pile.append(x.detach().clone())
        return x * x.sigmoid()

    @staticmethod
    def backward(ctx, grad_output):
        x = Silu.pile.pop()
        s = x.sigmoid()
        return grad_output * (s + x * s * (1 - s))
