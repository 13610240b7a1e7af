"""does: Builds the network under no_grad, so no graph is recorded.

points: 0
hears: it does not require grad.
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    with torch.no_grad():
        h = w.exp()
        return h + h
