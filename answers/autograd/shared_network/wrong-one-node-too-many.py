"""Sums up a minimal network in the end, which takes one more node.

points: 4
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    return (h + h).sum()
