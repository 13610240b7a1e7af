"""does: Runs both networks under no_grad.
believes: "Both networks belong under no_grad."

points: 1
hears: the output is not recorded, so second learns nothing.
"""


def stop_gradient(first, second, x):
    with torch.no_grad():
        return second(first(x))
