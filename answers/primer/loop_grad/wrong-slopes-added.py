"""does: Adds 2 for each doubling.
believes: "The slopes of the doublings are added."

points: 0
hears: slope: expected 64, got 12.
"""


def loop_grad(x, limit):
    slope = 0.0
    while x < limit:
        x, slope = x * 2, slope + 2
    return slope or 1.0
