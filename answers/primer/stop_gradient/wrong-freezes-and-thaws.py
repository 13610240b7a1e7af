"""does: Unfreezes all parameters after the call, even those frozen before.
believes: "A parameter that requires no grad was frozen by this function."

points: 0
hears: a gradient reaches x, past first.
"""


def stop_gradient(first, second, x):
    first.requires_grad_(False)
    output = second(first(x))
    first.requires_grad_(True)
    return output
