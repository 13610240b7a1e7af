"""does: Doubles a leaf sixty times.
believes: "The more sharing the better."

points: 4
"""

import torch


def shared_network():
    t = torch.ones(1, requires_grad=True)
    for _ in range(60):
        t = t + t
    return t
