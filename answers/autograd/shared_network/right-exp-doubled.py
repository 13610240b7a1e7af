"""The smallest one: an operation that two edges of one addition go to.

points: 6
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    return h + h
