"""It makes the numbers between the two networks a new leaf that requires grad.

points: 2
"""

def stop_gradient(first, second, x):
    between = first(x).detach()
    if between.is_floating_point():
        between.requires_grad_()
    return second(between)
