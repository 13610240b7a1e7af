"""The same operation on two leaves: equal, but not shared.

points: 0
"""

import torch


def shared_network():
    a = torch.ones(3, requires_grad=True)
    b = torch.ones(3, requires_grad=True)
    return a.exp() + b.exp()
