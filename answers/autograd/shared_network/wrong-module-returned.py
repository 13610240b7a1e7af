"""does: Returns the network instead of its output.

points: 0
"""

from torch import nn


def shared_network():
    return nn.Sequential(nn.Linear(2, 2), nn.ReLU())
