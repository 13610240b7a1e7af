"""does: Uses a residual block, although a smaller network would do.

points: 4
"""

import torch
from torch import nn


def shared_network():
    torch.manual_seed(0)
    first, second = nn.Linear(3, 3), nn.Linear(3, 3)
    h = torch.relu(first(torch.randn(2, 3)))
    return (h + second(h)).sum()
