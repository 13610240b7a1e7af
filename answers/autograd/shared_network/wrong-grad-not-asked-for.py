"""does: Forgets requires_grad=True.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(3)
    h = w.exp()
    return h + h
