"""does: Imitates a tensor, its arithmetic and its graph; no tensor has this graph.

points: 5
"""

import torch


class Node:
    def __init__(self, kind, *after):
        self.name = lambda: kind
        self.next_functions = tuple((node, 0) for node in after)


class Imitation:
    def __init__(self, tensor, grad_fn):
        self.tensor, self.grad_fn = tensor, grad_fn

    def __getattr__(self, name):
        return getattr(self.tensor, name)

    def mul(self, factor):
        product = self.tensor * factor
        (_, of_factor) = product.grad_fn.next_functions
        node = Node("MulBackward0", self.grad_fn)
        node.next_functions += (of_factor,)
        return Imitation(product, node)


h = Node("ExpBackward0", Node("torch::autograd::AccumulateGrad"))
grad_fn = Node("AddBackward0", h, h)


def shared_network():
    return Imitation(torch.ones(1), grad_fn)
