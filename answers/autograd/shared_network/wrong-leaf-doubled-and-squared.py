"""does: Squares the square of a leaf: three nodes, but the only leaf is used twice.

points: 4
hears: as few as possible, but it uses a leaf more than once
"""

import torch


def shared_network():
    w = torch.ones(2, requires_grad=True)
    h = w * w
    return h * h
