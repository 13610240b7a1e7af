"""does: Prints the output and returns nothing.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    h = w.exp()
    print(h + h)
