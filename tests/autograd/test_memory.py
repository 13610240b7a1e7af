"""memory.py shows the real graph, that of notebook 3, also where a call is several nodes."""

import json

import graphviz
import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE
from torch import nn

pytestmark = pytest.mark.task4


@pytest.fixture(scope="module")
def memory():
    with importing(SOURCE / "autograd") as load:
        yield load("memory")


@pytest.fixture(scope="module")
def draw():
    """The reference solution of notebook 3."""
    namespace = {"torch": torch, "graphviz": graphviz}
    cells = json.loads((SOURCE / "autograd/3-autograd-graph.ipynb").read_text())["cells"]
    [source] = ["".join(c["source"]) for c in cells if c["id"] == "visualize_autograd_graph"]
    exec(source, namespace)
    return namespace["visualize_autograd_graph"]


def tensors(*shapes):
    draw = torch.Generator().manual_seed(5)
    return [torch.rand(shape, generator=draw).requires_grad_() for shape in shapes]


class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t):
        return t * 2, t * 3

    @staticmethod
    def backward(ctx, *arrived):
        return 2 * arrived[0] + 3 * arrived[1]


def in_place(t):
    h = t.exp()
    h[0] = h[1] * 2
    h += h.sin()
    return h


LAYERS = {  # a layer, and the shape of its input
    "Linear": (nn.Linear(2, 2), (3, 2)),
    "Linear of one row": (nn.Linear(2, 2), (2,)),
    "Linear without bias": (nn.Linear(2, 2, bias=False), (3, 2)),
    "Linear in a cube": (nn.Linear(2, 2), (3, 2, 2)),
    "LSTMCell": (nn.LSTMCell(2, 2), (3, 2)),
    "GRUCell": (nn.GRUCell(2, 2), (3, 2)),
    "GRU": (nn.GRU(2, 2), (3, 1, 2)),
    "LSTM": (nn.LSTM(2, 2), (3, 1, 2)),
    "RNN": (nn.RNN(2, 2), (3, 1, 2)),
    "Conv2d": (nn.Conv2d(1, 1, 2), (1, 1, 3, 3)),
    "BatchNorm": (nn.BatchNorm1d(2), (3, 2)),
    "LayerNorm": (nn.LayerNorm(2), (3, 2)),
    "encoder layer": (nn.TransformerEncoderLayer(2, 1, 4, dropout=0.0), (3, 1, 2)),
    "PReLU": (nn.PReLU(), (3, 2)),
    "Softmax": (nn.Softmax(0), (2,)),
}
FUNCTIONS = {  # a function of h, where h has shape (2, 2)
    "sin": torch.sin,
    "norm": torch.norm,
    "trace": torch.trace,
    "det": torch.det,
    "diag": torch.diag,
    "triu": torch.triu,
    "var": torch.var,
    "std": torch.std,
    "prod": torch.prod,
    "exp": torch.exp,
    "square": torch.square,
    "sigmoid": torch.sigmoid,
    "flatten": torch.flatten,
    "inverse": torch.inverse,
    "logsumexp": lambda h: h.logsumexp(0),
    "cumsum": lambda h: h.cumsum(0) + h,
    "softmax": lambda h: h.softmax(0) * h,
    "sort": lambda h: h.sort()[0] + h,
    "max": lambda h: h.max(0)[0] * h,
    "unbind": lambda h: sum(h.unbind()),
    "split": lambda h: torch.cat(h.split(1)),
    "inner": lambda h: torch.inner(h, h),
    "kron": lambda h: torch.kron(h, h),
    "tensordot": lambda h: torch.tensordot(h, h, 1),
    "einsum": lambda h: torch.einsum("ij,jk->k", h, h),
    "T": lambda h: h.T + h.T,
    "mT": lambda h: h.mT @ h,
    "H": lambda h: h.H @ h,
    "real": lambda h: torch.view_as_complex(h).real,
    "in place": in_place,
    "Function": lambda h: sum(Pair.apply(h)),
    "half a Function": lambda h: Pair.apply(h)[1] + h,
    "where": lambda h: torch.where(h > 0.5, h, h.exp()),
    "stack": lambda h: torch.stack([h, h, h]),
    "addmm": lambda h: torch.addmm(h, h, h),
    "attention": lambda h: nn.functional.scaled_dot_product_attention(h[None], h[None], h[None]),
    "index": lambda h: h[0] * h[:, 1],
    "number": lambda h: h * 2 + 1,
    "detached": lambda h: h * h.detach(),
    "doubled": lambda h: (h + h) + (h + h),
    "skip": lambda h: h + h.sin(),
    "division": lambda h: h / h.sum(),
    "outer": lambda h: torch.outer(h[0], h[1]),
    "expand": lambda h: h.expand(3, 2, 2) + h,
    "loss": lambda h: nn.functional.cross_entropy(h, torch.tensor([0, 1])),
}


def layer_output(name):
    layer, shape = LAYERS[name]
    (x,) = tensors(shape)
    made = layer(x)
    return made[0] if isinstance(made, tuple) else made


NETWORKS = {name: lambda name=name: layer_output(name) for name in LAYERS}
NETWORKS |= {name: lambda f=f: f(tensors((2, 2))[0].exp()) for name, f in FUNCTIONS.items()}
NETWORKS |= {
    f"{name} of a leaf": lambda f=f: f(tensors((2, 2))[0])
    for name, f in FUNCTIONS.items()
    if name != "in place"
}


def drawn_edges(output):
    """Return the statements of notebook 3's drawing: its edges, and how many nodes it has."""
    following = {}

    def walk(node):
        if node not in following:
            following[node] = [n for n, _ in node.next_functions if n is not None]
            for after in following[node]:
                walk(after)

    walk(output.grad_fn)
    paths = {}

    def edges_behind(node):
        if node not in paths:
            paths[node] = len(following[node]) + sum(map(edges_behind, following[node]))
        return paths[node]

    edges = sum(map(len, following.values()))
    return len(following), edges, edges_behind(output.grad_fn)


@pytest.mark.parametrize("name", NETWORKS)
def test_the_picture_is_that_of_the_autograd_graph(memory, draw, name):
    """Nodes and edges are those of notebook 3's drawing, for calls that are several operations."""
    body = draw(NETWORKS[name]()).body
    nodes, edges, without = drawn_edges(NETWORKS[name]())
    labels = [line for line in body if "->" not in line]
    assert (len(labels), len(body) - len(labels)) == (nodes, edges)
    assert memory.edge_counts(NETWORKS[name]) == (edges, without)
    words = memory.size_in_words(NETWORKS[name])
    assert words.startswith(f"Your graph has {nodes} nodes")
    names = memory.record(NETWORKS[name])[0].values()
    for label in names:
        assert any(label in line for line in labels)


def test_an_output_that_is_a_leaf_is_one_node(memory):
    names, inputs, visits = memory.record(lambda: torch.ones(2, requires_grad=True))
    assert (names, inputs, visits) == ({0: "(2,)"}, {0: []}, {0: 1})


def test_a_long_chain_is_walked(memory):
    """2,000 steps: a walk that recurses would fail, and one without a set would never end."""

    def network():
        t = torch.ones(1, requires_grad=True)
        for _ in range(2000):
            t = t + t
        return t

    assert memory.edge_counts(network) == (4000, 2**2001 - 2)


def test_pictures_differ_also_where_no_edge_is_drawn_once(memory):
    """For t = a * a and then t + t, each edge of one picture is there twice, of the other more."""

    def network():
        a = torch.ones(2, requires_grad=True)
        t = a * a
        return t + t

    _, inputs, visits = memory.record(network)
    assert inputs == {0: [], 1: [0, 0], 2: [1, 1]} and visits[1] == 2
    assert memory.edge_counts(network) == (4, 6)
