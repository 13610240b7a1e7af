"""does: Notes the modes of the network and of its innermost layers only.

points: 1
"""

import copy

import torch
from torch import nn


def validate(net, loss_fn, batches):
    was = net.training
    modes = [(m, m.training) for m in net.modules() if not list(m.children())]
    net.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in batches:
            total += loss_fn(net(x), y).item()
    net.train(was)
    for m, mode in modes:
        m.training = mode
    return total / len(batches)
