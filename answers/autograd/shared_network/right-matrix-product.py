"""Multiplies a matrix by itself.

points: 6
"""

import torch


def shared_network():
    w = torch.rand(2, 2, requires_grad=True)
    m = -w
    return m @ m
