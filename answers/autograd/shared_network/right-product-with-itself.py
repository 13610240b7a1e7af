"""Multiplies a result by itself.

points: 6
"""

import torch


def shared_network():
    w = torch.tensor([0.5, 2.0], dtype=torch.float64, requires_grad=True)
    h = w.sin()
    return h * h
