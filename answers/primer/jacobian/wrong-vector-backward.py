"""does: Calls backward on a vector without an argument.
believes: "backward works on a vector without an argument."

points: 0
hears: grad can be implicitly created only for scalar outputs
"""


def jacobian(f, x):
    leaf = x.clone().requires_grad_()
    f(leaf).backward()
    return leaf.grad
