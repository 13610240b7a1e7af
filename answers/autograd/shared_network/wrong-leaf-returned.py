"""does: Returns a leaf.

points: 0
hears: This tensor is a leaf: no recorded operation made it.
"""

import torch


def shared_network():
    return torch.ones(3, requires_grad=True)
