"""does: Switches only layers that hold no other layer.

points: 1
"""

import copy

import torch
from torch import nn


def validate(net, loss_fn, batches):
    modes = [m.training for m in net.modules()]
    for m in net.modules():
        if not list(m.children()):
            m.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in batches:
            total += loss_fn(net(x), y).item()
    for m, mode in zip(net.modules(), modes):
        m.training = mode
    return total / len(batches)
