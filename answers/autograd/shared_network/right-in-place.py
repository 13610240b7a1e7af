"""Adds a result to itself in place.

points: 6
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    h += h
    return h
