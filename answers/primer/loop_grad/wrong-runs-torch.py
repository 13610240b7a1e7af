"""Runs the loop with a tensor, where it should be worked out by hand.

points: 0
hears: This is to be worked out by hand, from slopes.
"""


def loop_grad(x, limit):
    t = torch.tensor(x, dtype=torch.float64, requires_grad=True)
    y = t
    while y < limit:
        y = 2 * y
    y.backward()
    return t.grad.item()
