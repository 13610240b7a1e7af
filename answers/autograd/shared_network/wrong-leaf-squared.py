"""Squares a leaf, which has no edges.

points: 1
"""

import torch


def shared_network():
    w = torch.ones(2, requires_grad=True)
    return w * w
