"""A transpose is an operation, and its node is shared.

points: 6
"""

import torch


def shared_network():
    h = torch.ones(2, 2, requires_grad=True).T
    return h + h
