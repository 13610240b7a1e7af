"""Asks PyTorch's own function.

points: 2
"""


def jacobian(f, x):
    return torch.autograd.functional.jacobian(f, x.clone())
