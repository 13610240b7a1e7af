"""Shares a leaf between two operations.

points: 1
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    return w.exp() + w.exp()
