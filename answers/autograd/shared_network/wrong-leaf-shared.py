"""does: Shares a leaf: w + w.
believes: "A leaf has edges, too."

points: 1
"""

import torch


def shared_network():
    w = torch.ones(3, requires_grad=True)
    return w + w
