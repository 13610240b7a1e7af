"""A loop doesn't change the slope.

points: 0
hears: x = 3, limit 100: the slope is 64, yours 1. Write down the graph of this very run.
"""


def loop_grad(x, limit):
    return 1.0
