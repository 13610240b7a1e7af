"""does: Runs backward from the sum of the outputs.
believes: "The gradient of the sum of the outputs is the Jacobian."

points: 0
hears: the Jacobian has the wrong shape: expected (3, 2), got (2,).
"""


def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    f(leaf).sum().backward()
    return leaf.grad
