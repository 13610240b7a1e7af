"""The loop has one line, and its slope is 2.

points: 0
hears: x = 3, limit 100: the slope is 64, yours 2.
"""


def loop_grad(x, limit):
    return 2.0 if x < limit else 1.0
