"""does: Has no backward.
believes: "PyTorch finds the backward on its own."

points: 1
hears: NotImplementedError
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * torch.sigmoid(x)
