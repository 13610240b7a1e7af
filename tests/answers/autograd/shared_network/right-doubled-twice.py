"""t = t + t, two times.

points: 6
"""

import torch


def shared_network():
    t = torch.tensor(1.0, requires_grad=True)
    for _ in range(2):
        t = t + t
    return t
