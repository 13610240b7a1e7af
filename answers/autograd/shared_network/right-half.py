"""Uses half precision, and random numbers.

points: 6
"""

import torch


def shared_network():
    h = torch.randn(2, dtype=torch.half, requires_grad=True).sin()
    return h + h
