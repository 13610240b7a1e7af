"""Applies torch.func.grad to the loop.

points: 1
"""


def loop_grad(x, limit):
    def doubled(t):
        count = 0
        while x * 2**count < limit:
            t, count = t * 2, count + 1
        return t

    return torch.func.grad(doubled)(torch.tensor(x, dtype=torch.float64))
