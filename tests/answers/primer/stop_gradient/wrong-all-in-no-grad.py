"""Everything is run under no_grad.

points: 1
hears: The output has no graph at all: second learns nothing.
"""


def stop_gradient(first, second, x):
    with torch.no_grad():
        return second(first(x))
