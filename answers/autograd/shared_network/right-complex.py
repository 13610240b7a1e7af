"""Uses complex numbers, whose sum backward rejects.

points: 6
"""

import torch


def shared_network():
    z = torch.ones(2, dtype=torch.complex64, requires_grad=True) * 2j
    return z * z
