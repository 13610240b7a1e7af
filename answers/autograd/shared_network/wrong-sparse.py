"""does: Uses a sparse tensor, which the checks can't handle.

points: 0
hears: Return an ordinary tensor, with numbers
"""

import torch


def shared_network():
    h = torch.eye(2).to_sparse().requires_grad_() * 2
    return h + h
