"""does: Squares a leaf.
believes: "A leaf has edges, too."

points: 1
"""

import torch


def shared_network():
    w = torch.ones(2, requires_grad=True)
    return w * w
