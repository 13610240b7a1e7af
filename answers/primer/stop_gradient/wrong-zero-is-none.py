"""does: Makes the gradient zero by a hook.
believes: "A gradient of zeros is the same as no gradient."

points: 1
hears: a gradient reaches the parameters of first.
"""


def stop_gradient(first, second, x):
    between = first(x)
    between.register_hook(torch.zeros_like)
    return second(between)
