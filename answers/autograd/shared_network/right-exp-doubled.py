"""The smallest network: both edges of an addition lead to one operation.

points: 6
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    return h + h
