"""does: Returns a function that builds the network.

points: 0
"""

import torch


def shared_network():
    def network():
        w = torch.ones(1, requires_grad=True)
        h = w.exp()
        return h + h

    return network
