"""does: Detaches x.
believes: "The gradient must be stopped at the input."

points: 1
hears: None reaches x, so the cut is there, at C.
"""


def stop_gradient(first, second, x):
    return second(first(x.detach()))
