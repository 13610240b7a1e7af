"""does: Counts the doublings.
believes: "Each doubling adds 1 to the slope."

points: 0
hears: slope: expected 64, got 6.
"""


def loop_grad(x, limit):
    count = 0
    while x < limit:
        x, count = x * 2, count + 1
    return float(count)
