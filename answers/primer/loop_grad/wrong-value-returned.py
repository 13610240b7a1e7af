"""Returns y.

points: 0
hears: x = 3, limit 100: the slope is 64, yours 192.
"""


def loop_grad(x, limit):
    while x < limit:
        x = x * 2
    return x
