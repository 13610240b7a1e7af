"""Concatenates the same tensor twelve times.

points: 6
"""

import torch


def shared_network():
    generator = torch.Generator().manual_seed(3)
    w = torch.rand(2, 2, generator=generator).requires_grad_()
    return torch.cat([w.tanh()] * 12)
