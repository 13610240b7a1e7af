"""does: Calls train() for each module that was in training mode, which switches those in it too.

points: 1
"""

import copy

import torch
from torch import nn


def validate(net, loss_fn, batches):
    changed = [m for m in net.modules() if m.training]
    net.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in batches:
            total += loss_fn(net(x), y).item()
    for m in changed:
        m.train()
    return total / len(batches)
