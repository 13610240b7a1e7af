"""What answers to the functions of the lab do: batteries of inputs for `run.py`.

The form of such a module, one for each assignment: `BATTERIES` is {name of a function: battery}. A
battery takes the answer's function and yields thunks (functions without arguments); what a thunk
returns or raises is an observation. Two answers behave alike if all their observations are equal.
Observations are None, bools, numbers, texts, tensors, and lists, tuples and dicts of these.

A battery shares no code with the hidden tests and none with `answer_checks.py` or `drawings.py`.
It looks at what the text of the task fixes, and at nothing else: not at the names of nodes, say.
"""

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator

import networkx
import torch
from torch import nn

Thunks = Iterator[Callable[[], object]]


# ---- notebook 1 -------------------------------------------------------------------------------


def nodes(function: Callable) -> Thunks:
    """Ask for layers as `layers` does; the type of the numbers in an answer is free."""

    def plainly(*tensors):
        inner, outer = function(*tensors)
        return [part.double() for part in inner], [part.double() for part in outer]

    return layers(plainly)


def layers(function: Callable) -> Thunks:
    """Ask for layers of several shapes and types."""
    shapes = [(2, 3, 4), (3, 2, 1), (1, 1, 1), (4, 4, 4), (2, 5, 2), (5, 1, 3), (1, 6, 7)]
    for seed, (n_out, n_in, batch) in enumerate(shapes):
        for dtype in (torch.float32, torch.float64):
            torch.manual_seed(seed)
            sizes = [(n_out, n_in), (n_out,), (batch, n_in), (batch, n_out)]
            tensors = [torch.rand(size, dtype=dtype) * 4 - 2 for size in sizes]

            def called(tensors=tensors):
                inner, outer = function(*tensors)
                return [list(inner), list(outer)]

            yield called


# ---- notebook 2 -------------------------------------------------------------------------------


class Net(nn.Module):
    """Children under names, and a forward pass that is a function of them."""

    def __init__(self, forward: Callable, **children: nn.Module):
        super().__init__()
        for name, child in children.items():
            self.add_module(name, child)
        self.run = forward

    def forward(self, x):
        return self.run(self, x)


class Pair(nn.Module):
    """Returns a pair."""

    def forward(self, x):
        return x * 3, x**2


class NumberFirst(nn.Module):
    """Takes a plain number before its tensor."""

    def forward(self, factor, x):
        return factor * x.sin()


class Counting(nn.Module):
    """Its second call answers something else than its first."""

    calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls


def networks() -> list[tuple[Callable[[], Net], bool]]:
    """Functions that make networks of three inputs, and whether their x requires grad."""

    def row(net, x):
        for child in net.children():
            x = child(x)
        return x

    def line(*made):
        return lambda: Net(row, **{f"c{n}": make() for n, make in enumerate(made)})

    def linear(a, b):
        return lambda: nn.Linear(a, b)

    def pair(net, x):
        first, second = net.pair(net.start(x))
        return first - second

    def number(net, x):
        return net.last(net.scale(3.0, net.start(x)))

    def one_unused(net, x):
        return net.a(x).tanh()

    def drop(make):
        net = make()
        with torch.no_grad():
            net.c0.bias.fill_(-50)
        return net

    def freeze(make):
        net = make()
        net.c0.weight.requires_grad_(False)
        net.c2.requires_grad_(False)
        return net

    plain = line(linear(3, 4), nn.ReLU, linear(4, 4), nn.Sigmoid, linear(4, 1))
    inner = line(linear(3, 4), lambda: nn.Sequential(nn.Linear(4, 4), nn.Tanh()), linear(4, 2))
    two = lambda net, x: net.both(net.b(x), net.a(x))  # noqa: E731
    again = lambda net, x: net.b(net.a(net.b(net.a(x))))  # noqa: E731
    around = lambda net, x: net.a(x) + net.b(net.a(x).sin())  # noqa: E731
    return [
        (plain, True),
        (plain, False),
        (inner, True),
        (lambda: Net(two, both=nn.Bilinear(2, 3, 2), a=nn.Linear(3, 3), b=nn.Linear(3, 2)), True),
        (lambda: Net(again, b=nn.Linear(3, 3), a=nn.Tanh()), True),
        (lambda: Net(around, b=nn.Linear(3, 3), a=nn.Linear(3, 3)), False),
        (lambda: Net(pair, start=nn.Linear(3, 3), pair=Pair()), True),
        (lambda: Net(row, a=nn.Linear(3, 3), count=Counting()), True),
        (lambda: Net(number, start=nn.Linear(3, 3), scale=NumberFirst(), last=nn.Tanh()), True),
        (lambda: Net(one_unused, a=nn.Linear(3, 2), b=nn.Linear(3, 3)), True),
        (lambda: Net(one_unused, a=nn.Linear(3, 2), b=nn.Linear(3, 3)), False),
        (lambda: drop(plain), True),
        (lambda: freeze(plain), True),
    ]


def tracing(function: Callable) -> Thunks:
    """Trace networks twice, with numbers in `.grad` before, and look at what is left of them."""
    for seed, (make, needs_grad) in enumerate(networks()):

        def called(make=make, needs_grad=needs_grad, seed=seed):
            torch.manual_seed(seed)
            net = make().double()
            x = torch.rand(6, 3, dtype=torch.float64) - 0.4
            theirs = next(iter(net.children())).register_full_backward_hook(lambda *_: None)
            before = [p.requires_grad for p in net.parameters()]
            attributes = [sorted(vars(m)) for m in net.modules()]
            if seed % 2:
                next(iter(net.children())).eval()
            else:
                net.eval()
            modes = [m.training for m in net.modules()]
            lists, traces, grads = [], [], []
            for parameter in net.parameters():
                parameter.grad = torch.full_like(parameter, 5.0)
            for _ in range(2):
                records = function(net, x.clone().requires_grad_(needs_grad))
                lists.append(records)
                numbers = [(n, *[as_float(s) for s in sums]) for n, *sums in records]
                traces.append(numbers)
                grads.append([None if p.grad is None else p.grad.clone() for p in net.parameters()])
            hooks = [[len(getattr(m, kind)) for kind in KINDS] for m in net.modules()]
            hooks.append([len(p._backward_hooks or ()) for p in net.parameters()])
            theirs.remove()
            after = [p.requires_grad for p in net.parameters()]
            kept = [
                before == after,
                modes == [m.training for m in net.modules()],
                attributes == [sorted(vars(m)) for m in net.modules()],
            ]
            kinds = [type(lists[0]).__name__, lists[0] is lists[1]]
            return [traces, hooks, kept, kinds, grads]

        yield called


KINDS = ["_backward_hooks", "_backward_pre_hooks", "_forward_hooks", "_forward_pre_hooks"]


def as_float(value: object) -> object:
    """A Python float, or None, or the name of a type that is neither."""
    if value is None or isinstance(value, float):
        return value
    return type(value).__name__


# ---- notebook 3 -------------------------------------------------------------------------------


def graphs() -> list[Callable[[], torch.Tensor]]:
    """Functions that make outputs."""

    def leaf(*shape):
        return torch.ones(shape, requires_grad=True)

    def mlp():
        net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2), nn.Sigmoid())
        return net(torch.rand(2, 3))

    def unbound():
        a, b = (leaf(2, 3) * 2).unbind()
        return a * b

    def ladder():
        t = leaf(1)
        for _ in range(6):
            t = t.exp() * t
        return t

    def diamonds():
        t = leaf(2)
        u = t.exp()
        return (u.sin() + u.cos()) * u

    def frozen():
        net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 3), nn.Tanh())
        net[0].bias.requires_grad_(False)
        return net(leaf(4, 2)).sum()

    def shared_layer():
        layer = nn.Linear(2, 2, bias=False)
        return layer(layer(torch.rand(1, 2))).exp()

    def frozen_since():
        w = leaf(2)
        output = w.exp() * leaf(2)
        w.requires_grad_(False)
        return output

    def attention():
        return nn.MultiheadAttention(4, 2)(*[torch.rand(3, 4)] * 3)[0]

    return [
        mlp, unbound, ladder, diamonds, frozen, shared_layer, frozen_since, attention,
        lambda: leaf(2) * leaf(2), lambda: leaf(3).sum(), lambda: 2 * leaf(),
        lambda: torch.cat([w := leaf(2), w, w.sin()]),
        lambda: torch.stack([h := leaf(2).sin(), h, h, leaf(2).sin()]),
        lambda: nn.Conv2d(1, 2, 2)(leaf(1, 1, 3, 3).exp()).tanh(),
        lambda: Half.apply(leaf(2).sin(), leaf(2)),
    ]  # fmt: skip


def drawing(function: Callable) -> Thunks:
    """Draw graphs, each of them twice, and a long chain."""
    texts = []
    for make in graphs():

        def called(make=make):
            torch.manual_seed(1)
            output = make()
            dot, again = function(output), function(output)
            texts.extend([dot.source, again.source])
            return max(Counter(filter(NODE.match, dot.body)).values(), default=0)

        yield called

    yield lambda: as_seen(texts)

    def long():
        t = torch.ones(1, requires_grad=True)
        for _ in range(290):
            t = t.sin()
        (seen,) = as_seen([function(t).source])
        return seen

    yield long


# The line of a node that is said more of than its name, and not of the nodes to come.
NODE = re.compile(r"\s*(?!(?:node|edge|graph)\b)(?:\"(?:[^\"\\]|\\.)*\"|[\w.]+)\s*\[")


def as_seen(texts: list[str]) -> list[object]:
    """What can be seen of drawings, read by Graphviz itself, which reads several in one go.

    Where one cannot be read, each is read alone.
    """
    command = ["dot", "-Tdot_json"]
    text = "\n".join(texts).encode()
    output = subprocess.run(command, input=text, capture_output=True, timeout=20)
    if output.returncode and len(texts) > 1:
        return [as_seen([text])[0] for text in texts]
    if output.returncode:
        return ["cannot be read"]
    rest, found = output.stdout.decode().strip(), []
    while rest:
        read, end = json.JSONDecoder().raw_decode(rest)
        found.append(kinds_and_shape(read))
        rest = rest[end:].strip()
    return found


def kinds_and_shape(read: dict) -> object:
    """The nodes of a drawing by label and fill, and a fingerprint of how they hang together."""
    graph = networkx.MultiDiGraph()
    for node in read.get("objects", [])[read["_subgraph_cnt"] :]:
        label = node.get("label", "\\N").replace("\\N", node["name"]).replace("\\n", " ")
        if label.startswith("<"):  # HTML
            label = re.sub(r"<[^<>]*>", "", label)
        words = re.findall(r"\w+Backward\w*", label)
        shape = re.findall(r"\(([^()]*)\)", label) or [re.sub(r".*\[|\].*", "", label, flags=re.S)]
        numbers = re.findall(r"\d+", shape[-1])
        filled = "filled" in re.split(r"[,\s]+", node.get("style", ""))
        fill = node.get("fillcolor") or node.get("color") or "" if filled else ""
        said = words[0] if words else ",".join(numbers) or bool(label.strip())
        blue = fill.lower() in ("lightblue", "#add8e6")
        graph.add_node(node["_gvid"], kind=f"{said} {'blue' if blue else ''}")
    for edge in read.get("edges", []):
        ends = (edge["tail"], edge["head"])
        graph.add_edge(*(reversed(ends) if edge.get("dir") == "back" else ends))
    kinds = Counter(nodes["kind"] for _, nodes in graph.nodes(data=True))
    simple = networkx.DiGraph()
    simple.add_nodes_from(graph.nodes(data=True))
    for (tail, head), count in Counter(graph.edges()).items():
        simple.add_edge(tail, head, count=str(count))
    shape = networkx.weisfeiler_lehman_graph_hash(simple, edge_attr="count", node_attr="kind")
    ends = [sorted(graph.nodes[n]["kind"] for n in graph if not degree(n)) for degree in (
        graph.in_degree, graph.out_degree)]  # fmt: skip
    return [read["directed"], read["strict"], sorted(kinds.items()), shape, ends]


# ---- notebook 4 -------------------------------------------------------------------------------


def network(function: Callable) -> Thunks:
    """Look at the graph of a network, and walk it without a memory."""

    def called():
        output = function()
        if not isinstance(output, torch.Tensor):
            return type(output).__name__
        seen, steps = {}, 0

        def walk(node):
            nonlocal steps
            heads = [head for head, _ in node.next_functions if head is not None]
            seen[node] = len(heads)
            steps += len(heads)
            if steps < 3000:
                for head in heads:
                    walk(head)

        walk(output.grad_fn)
        return [steps > sum(seen.values()), len(seen) if len(seen) > 3 else 3]

    yield called


def counting(function: Callable) -> Thunks:
    """Ask for counts of edges, from small to large."""
    for n in (0, 1, 2, 3, 4, 5, 7, 10, 14, 31, 32, 45, 52, 59, 60):

        def called(n=n):
            answer = function(n)
            return [type(answer).__name__, answer]

        yield called


# ---- notebook 5 -------------------------------------------------------------------------------


def engines(function: Callable) -> Thunks:
    """Let an engine run graphs, and look at `.grad` of the leaves and at the visits."""
    from lab.engine import is_leaf, watching  # lies beside the notebook whose cells are run

    def leaf(*shape):
        return torch.rand(shape, dtype=torch.float64).add(0.3).requires_grad_()

    def cell():
        net = nn.LSTMCell(2, 3).double()
        return net(torch.rand(2, 2).double())[0], list(net.parameters())

    def frozen():
        net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 3)).double()
        net[0].weight.requires_grad_(False)
        return net(torch.rand(4, 2).double()), list(net.parameters())

    def parts():
        a = leaf(3, 2)
        first, _, third = a.sin().unbind()
        return third * first + third, [a]

    def last_part():
        a = leaf(2, 2)
        return a.exp().unbind()[1], [a]

    def ladder():
        a, b = leaf(2), leaf(2)
        t = a * b
        for _ in range(9):
            t = t + t.sigmoid() * a
        return t, [a, b]

    def many():
        a = t = leaf()
        for _ in range(30):
            t = t + t
        return t, [a]

    def nothing_comes():
        a, b = leaf(2), leaf(2)
        there = b.exp()
        return Half.apply(a, there) * there.sin(), [a, b]

    def broadcast():
        a, b = leaf(3, 1), leaf(2)
        return (a * b + a).sum(), [a, b]

    def only_none_comes():
        a, b = leaf(2), leaf(2)
        return Half.apply(a, b).sum(), [b, a]

    def twice_and_once():
        a = leaf(2)
        h = a.exp()
        return h * h + h.sin().sin(), [a]

    def once_and_twice():
        a = leaf(2)
        h = a.exp()
        return h.sin().sin() + h * h, [a]

    def zeros_come():
        a = leaf(2)
        return a.exp() * 0, [a]

    def same_gradient_for_two():
        a, b = leaf(2), leaf(2)
        return (a + b).exp(), [a, leaf(2), b]

    def more_for_one_of_two():
        a, b, c = leaf(2), leaf(2), leaf(2)
        h = c.exp()
        return (a + (a + b)) * (h.sin() + (h + b)), [a, b, c]

    cases = [cell, frozen, parts, last_part, ladder, many, nothing_comes, broadcast]
    cases += [only_none_comes, twice_and_once, once_and_twice, zeros_come]
    cases += [same_gradient_for_two, more_for_one_of_two]
    for seed, make in enumerate(cases):

        def called(make=make, seed=seed):
            torch.manual_seed(seed)
            output, leaves = make()
            for number, each in enumerate(leaves):
                each.grad = torch.full_like(each, float(number)) if number % 2 else None
            with watching() as visits:
                function(output)
            grads = [each.grad for each in leaves]
            places = [grad.data_ptr() for grad in grads if grad is not None]
            ran = [node for node in visits if not is_leaf(node)]
            return [
                [None if grad is None else grad.float() for grad in grads],
                len(ran) == len(set(ran)),
                len(set(places)) == len(places),
            ]

        yield called


class Half(torch.autograd.Function):
    """Hands a gradient on to its first input alone."""

    @staticmethod
    def forward(ctx, first, second):
        return first * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2, None


BATTERIES = {
    "predict_module_hook": layers,
    "predict_node_hook": nodes,
    "trace_backward": tracing,
    "visualize_autograd_graph": drawing,
    "shared_network": network,
    "edges_without_memory": counting,
    "run_backward": engines,
}
