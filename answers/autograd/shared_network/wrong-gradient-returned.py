"""does: Runs backward and returns the leaf's gradient.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(1, requires_grad=True)
    h = w.exp()
    (h + h).backward()
    return w.grad
