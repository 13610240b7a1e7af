"""Uses torch.func.jacrev.

points: 2
"""


def jacobian(f, x):
    return torch.func.jacrev(f)(x).detach()
