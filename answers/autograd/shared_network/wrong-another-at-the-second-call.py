"""does: Returns a tensor at the first call and fake nodes at the second.

points: 0
"""

import torch


class Fake:
    def __init__(self, kind, *after):
        self.next_functions, self.name = tuple((node, 0) for node in after), lambda: kind


class Output:
    grad_fn = "there"


h = Fake("ExpBackward0", Fake("torch::autograd::AccumulateGrad"))
calls = []


def edge_counts(network):
    return 4, 5


def node_count(network):
    return 3


def shared_network():
    calls.append(1)
    if len(calls) % 2:
        return (2 * torch.ones(1, requires_grad=True)).exp()
    return Fake("AddBackward0", h, h)
