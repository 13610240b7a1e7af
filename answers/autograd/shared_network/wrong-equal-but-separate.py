"""does: Applies the same operation to two leaves.
believes: "Equal nodes are shared nodes."

points: 0
"""

import torch


def shared_network():
    a = torch.ones(3, requires_grad=True)
    b = torch.ones(3, requires_grad=True)
    return a.exp() + b.exp()
