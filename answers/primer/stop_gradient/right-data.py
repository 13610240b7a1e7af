"""Uses the legacy attribute .data.

points: 2
"""


def stop_gradient(first, second, x):
    return second(first(x).data)
