"""A sparse tensor, with which the checks cannot compute.

points: 0
hears: Return an ordinary tensor, with numbers
"""

import torch


def shared_network():
    h = torch.eye(2).to_sparse().requires_grad_() * 2
    return h + h
