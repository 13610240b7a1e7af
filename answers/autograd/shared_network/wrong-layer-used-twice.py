"""does: Uses one layer twice: its parameters are shared, but they are leaves.
believes: "Parameters are nodes with edges."

points: 1
"""

import torch
from torch import nn


def shared_network():
    layer = nn.Bilinear(2, 2, 2)
    a = torch.rand(1, 2)
    return layer(layer(a, a), a)
