"""does: Returns the output of an ordinary two-layer network.

points: 0
"""

import torch
from torch import nn


def shared_network():
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2), nn.Sigmoid())
    return net(torch.randn(5, 3))
