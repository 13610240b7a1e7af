"""does: Uses a meta tensor, which has a graph but no values.

points: 0
hears: Return an ordinary tensor, with numbers.
"""

import torch


def shared_network():
    h = torch.ones(1, device="meta", requires_grad=True).exp()
    return h + h
