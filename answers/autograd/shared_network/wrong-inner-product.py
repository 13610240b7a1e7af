"""does: Uses an operation that PyTorch records as several, so the graph isn't minimal.

points: 4
hears: Smallest network: It has
"""

import torch


def shared_network():
    h = torch.ones(2, requires_grad=True).exp()
    return torch.inner(h, h)
