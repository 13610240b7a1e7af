"""Graphs of real networks, and of everything else that people do with autograd.

`NETWORKS` is {name: a function without arguments that returns an output}. Its leaves are found by
`leaves_of`, so that parameters need not be collected.
"""

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import parametrizations
from torch.utils.checkpoint import checkpoint


class Square(torch.autograd.Function):
    """A custom Function."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2 * x * gradient


def leaf(*shape, dtype=None):
    return torch.randn(*shape, dtype=dtype, requires_grad=True)


def recurrent(steps):
    weight = torch.tensor(0.9, requires_grad=True)
    state = torch.tensor(1.0)
    for _ in range(steps):
        state = torch.tanh(weight * state)
    return state


def transformer():
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    return layer(torch.randn(2, 5, 8)).sum()


def convolution():
    net = nn.Sequential(
        nn.Conv2d(1, 2, 3),
        nn.BatchNorm2d(2),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(18, 3),
    )
    return F.cross_entropy(net(torch.randn(2, 1, 8, 8)), torch.tensor([0, 1]))


def double_backward():
    x = leaf(3)
    (slope,) = torch.autograd.grad((x.sin() * x).sum(), x, create_graph=True)
    return slope.sum()


def gradient_penalty():
    net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
    x = leaf(3, 2)
    (slope,) = torch.autograd.grad(net(x).sum(), x, create_graph=True)
    return ((slope.norm(dim=1) - 1) ** 2).mean()


def hessian():
    return torch.autograd.functional.hessian(
        lambda x: (x**3).sum(), leaf(3), create_graph=True
    ).sum()


def jacrev():
    x = leaf(3)
    return torch.func.jacrev(lambda t: t.sin() * x)(x).sum()


def checkpointed(reentrant):
    return checkpoint(nn.Linear(3, 3), leaf(2, 3), use_reentrant=reentrant).sum()


def complex_product():
    x = leaf(3, dtype=torch.cfloat)
    return (x * x.conj()).real.sum()


def split():
    first, second, third = leaf(6).split(2)
    return (first * second + third).sum()


def in_place_on_a_slice():
    total = torch.zeros(3)
    total[:] += leaf(3)
    total[0] *= 2
    return total.sum()


def index_put():
    x = leaf(3)
    y = x.clone()
    y[torch.tensor([0, 2])] = x[:2] * 2
    return y.sum()


def compiled():
    return torch.compile(lambda a, b: (a + b) * b, backend="aot_eager")(leaf(3), leaf(3)).sum()


def autocast():
    layer = nn.Linear(3, 3)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return layer(layer(torch.randn(2, 3))).sum()


def hooked():
    y = leaf(3) * 2
    y.register_hook(lambda gradient: gradient * 10)
    return y.sum()


def tied():
    embedding = nn.Embedding(5, 3)
    return F.linear(embedding(torch.tensor([1, 2])), embedding.weight).logsumexp(-1).sum()


def sparse():
    return nn.Embedding(5, 3, sparse=True)(torch.tensor([1, 2])).sum()


def attention():
    query = leaf(1, 2, 4, 8)
    return F.scaled_dot_product_attention(query, query, query, is_causal=True).sum()


def einsum():
    matrix = leaf(2, 3)
    return torch.einsum("ij,kj->ik", matrix, matrix).sum()


def nested():
    return torch.nested.as_nested_tensor([leaf(2, 3), leaf(3, 3)]).to_padded_tensor(0.0).sum()


NETWORKS = {
    "LSTM": lambda: nn.LSTM(4, 5, 2, batch_first=True)(torch.randn(2, 6, 4))[0].sum(),
    "GRU": lambda: nn.GRU(4, 5)(torch.randn(6, 2, 4))[0].sum(),
    "transformer": transformer,
    "convolution": convolution,
    "checkpoint": lambda: checkpointed(reentrant=False),
    "reentrant checkpoint": lambda: checkpointed(reentrant=True),
    "double backward": double_backward,
    "custom Function": lambda: Square.apply(leaf(3)).sum(),
    "complex": complex_product,
    "sparse": sparse,
    "split": split,
    "in place on a slice": in_place_on_a_slice,
    "index_put": index_put,
    "compiled": compiled,
    "autocast": autocast,
    "jacrev": jacrev,
    "hooked": hooked,
    "hessian": hessian,
    "tied": tied,
    "300 recurrent steps": lambda: recurrent(300),
    "attention": attention,
    "weight norm": lambda: parametrizations.weight_norm(nn.Linear(3, 2))(torch.randn(1, 3)).sum(),
    "spectral norm": lambda: parametrizations.spectral_norm(nn.Linear(3, 2))(leaf(1, 3)).sum(),
    "einsum": einsum,
    "nested": nested,
    "gradient penalty": gradient_penalty,
}


def graph_of(output):
    """Return the nodes of the graph behind an output, and its number of arrows, by a walk."""
    nodes = set()
    arrows = 0
    waiting = [output.grad_fn]
    while waiting:
        node = waiting.pop()
        if node in nodes:
            continue
        nodes.add(node)
        after = [entry for entry, _ in node.next_functions if entry is not None]
        arrows += len(after)
        waiting += after
    return nodes, arrows


def leaves_of(output):
    """Return the leaves of a graph, in the order in which a walk from the output meets them."""
    found = []
    waiting = [output.grad_fn]
    seen = set(waiting)
    for node in waiting:  # grows while we go through it
        if hasattr(node, "variable"):
            found.append(node.variable)
        for after, _ in node.next_functions:
            if after is not None and after not in seen:
                seen.add(after)
                waiting.append(after)
    return found
