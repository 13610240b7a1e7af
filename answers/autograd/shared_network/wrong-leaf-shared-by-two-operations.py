"""does: Shares a leaf between two operations.
believes: "A node for a leaf has edges, too."

points: 1
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    return w.exp() + w.exp()
