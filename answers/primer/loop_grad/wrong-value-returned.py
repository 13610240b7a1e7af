"""does: Returns y.

points: 0
hears: slope: expected 64, got 192.
"""


def loop_grad(x, limit):
    while x < limit:
        x = x * 2
    return x
