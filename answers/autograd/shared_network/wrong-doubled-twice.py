"""does: Doubles t twice, as in a later step, and so uses the leaf twice.

points: 4
hears: uses a leaf more than once
"""

import torch


def shared_network():
    t = torch.tensor(1.0, requires_grad=True)
    for _ in range(2):
        t = t + t
    return t
