"""does: Shares one result between two operations.

points: 4
"""

import torch


def shared_network():
    h = torch.randn(4, requires_grad=True).relu()
    return h.sin() * h.cos()
