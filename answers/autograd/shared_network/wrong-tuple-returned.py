"""does: Returns the shared tensor along with the output.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    return h, h + h
