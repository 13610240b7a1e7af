"""Uses torch.autograd.functional.jacobian.

points: 2
"""


def jacobian(f, x):
    return torch.autograd.functional.jacobian(f, x.clone())
