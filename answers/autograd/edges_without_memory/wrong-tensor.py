"""does: Computes with tensors and returns one.

points: 2
hears: n = 40: expected an int, got a tensor.
"""

import torch


def edges_without_memory(n):
    return torch.tensor(2) ** (n + 1) - 2
