"""Runs backward and returns the gradient of the leaf.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(1, requires_grad=True)
    h = w.exp()
    (h + h).backward()
    return w.grad
