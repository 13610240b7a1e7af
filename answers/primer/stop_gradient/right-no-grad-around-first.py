"""Runs the first network under no_grad.

points: 2
"""


def stop_gradient(first, second, x):
    with torch.no_grad():
        between = first(x)
    return second(between)
