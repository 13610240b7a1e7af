"""does: Wraps a tensor without a graph, and adds fake nodes.

points: 0
"""

import torch


class Fake:
    def __init__(self, kind, *after):
        self.next_functions, self.name = tuple((node, 0) for node in after), lambda: kind


class Dressed:
    def __init__(self, tensor, grad_fn):
        self.tensor, self.grad_fn = tensor, grad_fn

    def __getattr__(self, name):
        return getattr(self.tensor, name)


def shared_network():
    h = Fake("ExpBackward0", Fake("torch::autograd::AccumulateGrad"))
    return Dressed(torch.ones(1), Fake("AddBackward0", h, h))
