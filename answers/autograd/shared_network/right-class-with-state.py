"""Defines a module, and calls the same instance each time.

points: 6
"""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(2))

    def forward(self):
        h = torch.tanh(self.w)
        return torch.maximum(h, h)


def shared_network(net=Net()):
    return net()
