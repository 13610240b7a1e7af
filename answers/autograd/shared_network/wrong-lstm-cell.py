"""does: Uses a layer whose operations share nodes.

points: 4
"""

import torch
from torch import nn


def shared_network():
    return nn.LSTMCell(2, 2)(torch.ones(1, 2))[0]
