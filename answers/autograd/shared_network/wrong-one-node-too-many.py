"""does: Sums the output of a minimal network, which adds a node.

points: 4
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    return (h + h).sum()
