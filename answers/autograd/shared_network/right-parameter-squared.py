"""Doubles a module's parameter, then multiplies the result by itself.

points: 6
"""

import torch
from torch import nn


class Square(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(2, 2))

    def forward(self):
        h = self.scale * 2
        return h * h


def shared_network():
    return Square()()
