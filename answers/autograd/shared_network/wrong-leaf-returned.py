"""Returns a leaf.

points: 0
"""

import torch


def shared_network():
    return torch.ones(3, requires_grad=True)
