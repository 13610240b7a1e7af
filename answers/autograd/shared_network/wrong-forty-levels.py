"""does: Doubles t forty times, as in the notebook.

points: 4
hears: It has 41 nodes. A smaller one exists. It uses a leaf more than once.
"""

import torch


def shared_network():
    t = torch.ones(1, requires_grad=True)
    for _ in range(40):
        t = t + t
    return t
