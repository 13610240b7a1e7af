"""does: Returns the tensor's value.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(1, requires_grad=True)
    h = w.exp()
    return (h + h).item()
