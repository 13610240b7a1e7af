"""PyTorch finds the backward by itself.

points: 1
hears: NotImplementedError
"""


class Silu(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * torch.sigmoid(x)
