"""does: Returns the node instead of the tensor.

points: 0
hears: Return the tensor itself, not its grad_fn.
"""

import torch


def shared_network():
    w = torch.ones(1, requires_grad=True)
    h = w.exp()
    return (h + h).grad_fn
