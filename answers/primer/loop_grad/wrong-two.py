"""does: Returns 2 if the loop runs.
believes: "The loop has one line, and its slope is 2."

points: 0
hears: slope: expected 64, got 2.
"""


def loop_grad(x, limit):
    return 2.0 if x < limit else 1.0
