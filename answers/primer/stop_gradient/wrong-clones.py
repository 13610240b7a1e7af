"""does: Clones the first output.
believes: "A clone is a separate tensor, so no gradient passes through it."

points: 1
hears: a gradient reaches the parameters of first.
"""


def stop_gradient(first, second, x):
    return second(first(x).clone())
