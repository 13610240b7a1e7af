"""It goes by columns, with torch.func.jvp.

points: 2
"""

def jacobian(f, x):
    def column(j):
        direction = torch.zeros_like(x)
        direction[j] = 1
        return torch.func.jvp(f, (x,), (direction,))[1].detach()

    return torch.stack([column(j) for j in range(len(x))]).T
