"""The more sharing the better: no memoryless picture of this one can be drawn.

points: 4
"""

import torch


def shared_network():
    t = torch.ones(1, requires_grad=True)
    for _ in range(60):
        t = t + t
    return t
