"""Runs the loop with a tensor, and calls backward.

points: 1
"""


def loop_grad(x, limit):
    t = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    y = t
    while y < limit:
        y = 2 * y
    y.backward()
    return t.grad.item()
