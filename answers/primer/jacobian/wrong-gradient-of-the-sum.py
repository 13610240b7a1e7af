"""The gradient of the sum of the outputs is the Jacobian.

points: 0
hears: 3 outputs and 2 inputs make (3, 2).
"""


def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    f(leaf).sum().backward()
    return leaf.grad
