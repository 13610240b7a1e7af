"""does: Adds t to itself two times, so the leaf is used twice in one step.

points: 4
hears: uses a leaf more than once
"""

import torch


def shared_network():
    t = torch.tensor(1.0, requires_grad=True)
    for _ in range(2):
        t = t + t
    return t
