"""Computes with tensors and returns one.

points: 2
hears: it is a tensor (t.item() is the number in it)
"""

import torch


def edges_without_memory(n):
    return torch.tensor(2) ** (n + 1) - 2
