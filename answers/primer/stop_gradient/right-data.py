"""Uses the old attribute data.

points: 2
"""


def stop_gradient(first, second, x):
    return second(first(x).data)
