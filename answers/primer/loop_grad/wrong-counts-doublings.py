"""Each doubling adds 1 to the slope.

points: 0
hears: x = 3, limit 100: the slope is 64, yours 6. Write down the graph of this very run.
"""


def loop_grad(x, limit):
    count = 0
    while x < limit:
        x, count = x * 2, count + 1
    return float(count)
