"""does: Freezes for the call and restores the flags, but forgets x.

points: 1
hears: a gradient reaches x, past first.
"""


def stop_gradient(first, second, x):
    before = [(p, p.requires_grad) for p in first.parameters()]
    first.requires_grad_(False)
    output = second(first(x))
    for parameter, flag in before:
        parameter.requires_grad_(flag)
    return output
