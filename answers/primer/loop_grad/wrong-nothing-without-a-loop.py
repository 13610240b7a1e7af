"""does: Returns nothing if the loop doesn't run.
believes: "If the loop doesn't run, there is nothing to return."

points: 0
hears: loop_grad: expected a number, got None.
"""


def loop_grad(x, limit):
    slope = 1.0
    while x * slope < limit:
        slope = slope * 2
    if slope > 1:
        return slope
