"""Shares a leaf, which has no edges: w + w.

points: 1
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    return w + w
