"""does: Chains operations, with nothing shared.

points: 0
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    return w.exp().sin().sum()
