"""Returns the number in the tensor.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(1, requires_grad=True)
    h = w.exp()
    return (h + h).item()
