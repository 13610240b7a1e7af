"""does: Restores the numbers and the mode of the network, not those of its layers.

points: 1
"""

import copy

import torch
from torch import nn


def validate(net, loss_fn, batches):
    was = net.training
    state = copy.deepcopy(net.state_dict())
    net.eval()
    total = 0.0
    with torch.no_grad():
        for x, y in batches:
            total += loss_fn(net(x), y).item()
    net.load_state_dict(state)
    net.train(was)
    return total / len(batches)
