"""What the lab claims about PyTorch, asked of PyTorch.

Needs nothing but torch, numpy and pytest, so that other versions of torch can be asked as well:

    python -m pytest --noconftest -c /dev/null tests/autograd/test_autograd_facts.py

Each group of tests names the notebook that makes the claims.
"""

import ast
import json
import re
import subprocess
import sys
import warnings
import weakref
from collections import Counter
from pathlib import Path

import pytest
import torch
from torch import nn


def names(output: torch.Tensor) -> list[str]:
    """The types of the nodes behind an output, each node once."""
    return [type(node).__name__ for node in nodes_behind(output)]


def hooked(layer: nn.Module, x: torch.Tensor, loss=lambda y: (y**2).sum()) -> list:
    """What a full backward hook on a layer receives, and whether the weight had its .grad."""
    received = []
    layer.register_full_backward_hook(
        lambda module, into, out: received.append((into, out, module.weight.grad is not None))
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loss(layer(x)).backward()
    return received


# ---- notebook 1: hooks ------------------------------------------------------------------------


def test_a_hook_on_a_layer_gets_the_gradients_of_its_input_and_its_output():
    layer, x = nn.Linear(3, 2), torch.rand(4, 3, requires_grad=True)
    (((of_x,), (of_y,), weight_has_grad),) = hooked(layer, x)
    assert torch.allclose(of_y, 2 * layer(x)) and torch.allclose(of_x, of_y @ layer.weight)
    assert weight_has_grad, "the hook waits for the gradient of the input"


def test_where_x_is_data_the_hook_fires_before_the_backward_of_the_layer():
    layer = nn.Linear(3, 2)
    ((into, _, weight_has_grad),) = hooked(layer, torch.rand(4, 3))
    assert into == (None,) and not weight_has_grad and layer.weight.grad is not None


def test_a_hook_on_the_node_gets_the_gradients_of_bias_input_and_turned_weight():
    layer, x = nn.Linear(3, 2), torch.rand(4, 3, requires_grad=True)
    y, received = layer(x), []
    assert y.grad_fn.name() == "AddmmBackward0"
    y.grad_fn.register_hook(lambda *gradients: received.extend(gradients))
    (y**2).sum().backward()
    (of_b, of_x, of_turned), (of_y,) = received
    assert torch.allclose(of_b, of_y.sum(dim=0)) and torch.allclose(of_x, of_y @ layer.weight)
    assert torch.allclose(of_turned, (of_y.T @ x).T) and of_turned.shape == (3, 2)


@pytest.mark.parametrize(
    ("compute", "gradients"),
    [
        (lambda t: t.gather(0, torch.tensor([1, 0])), 1),
        (lambda t: t.masked_fill(torch.tensor([True, False]), 0), 1),
        (lambda t: t**2, 1),
        (lambda t: t * 2, 2),
        (lambda t: torch.addmm(torch.ones(1), t.view(1, 2), torch.ones(2, 1)), 3),
    ],
    ids=["gather", "masked_fill", "power", "times a number", "addmm"],
)
def test_inputs_that_can_have_no_gradient_have_no_place(compute, gradients):
    node = compute(torch.rand(2, requires_grad=True)).grad_fn
    assert len(node.next_functions) == gradients


def received_by_node(compute, *inputs: torch.Tensor) -> list:
    """What a hook on the node of an operation receives as its first argument."""
    received, output = [], compute(*inputs)
    output.grad_fn.register_hook(lambda grad_inputs, _: received.extend(grad_inputs))
    output.sum().backward()
    return received


def test_a_hook_on_a_node_mostly_receives_none_for_an_input_that_does_not_need_grad():
    w, data = torch.rand(2, 3, requires_grad=True), torch.rand(1, 3)
    for compute in (torch.add, torch.mul, torch.sub, lambda w, data: w.matmul(data.T)):
        of_w, of_data = received_by_node(compute, w, data)
        assert of_w is not None and of_data is None
    of_bias, of_x, _ = received_by_node(
        torch.addmm, torch.rand(2, requires_grad=True), data, torch.rand(3, 2, requires_grad=True)
    )
    assert of_bias is not None and of_x is None


@pytest.mark.parametrize(("uses", "there"), [(1, [True]), (2, [False, True])])
def test_the_weight_has_its_grad_at_the_hook_of_a_layer_that_is_used_once(uses, there):
    layer, seen = nn.Linear(2, 2), []
    layer.register_full_backward_hook(lambda *_: seen.append(layer.weight.grad is not None))
    y = torch.rand(1, 2, requires_grad=True)
    for _ in range(uses):
        y = layer(y)
    y.sum().backward()
    assert seen == there


def sick_network() -> nn.Sequential:
    """The network of the notebook, by the notebook's own cell."""
    (cell,) = [text for text in cells_of("1-backward-hooks") if "def sick_network" in text]
    namespace = {"torch": torch, "nn": nn}
    exec(cell.partition("\n\n\nnet, numbers")[0], namespace)
    return namespace["sick_network"]()


def cells_of(notebook: str) -> list[str]:
    """The texts of a notebook's cells."""
    path = Path(__file__).resolve().parents[2] / f"source/autograd/{notebook}.ipynb"
    return ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]


def test_the_sick_network_has_as_many_layers_as_the_story_says():
    words = {3: "three", 4: "four", 5: "five", 6: "six"}
    assert f"has {words[len(sick_network())]} layers" in cells_of("1-backward-hooks")[0]


def test_in_the_sick_network_only_the_last_bias_moves_and_the_best_is_the_average():
    net, numbers = sick_network(), torch.rand(64, 2)
    before = [parameter.clone() for parameter in net.parameters()]
    optimizer, wanted = torch.optim.SGD(net.parameters(), lr=0.1), numbers.prod(1, keepdim=True)
    for _ in range(200):
        optimizer.zero_grad()
        ((net(numbers) - wanted) ** 2).mean().backward()
        optimizer.step()
    moved = [not torch.equal(a, b) for a, b in zip(before, net.parameters(), strict=True)]
    assert moved == [False] * 5 + [True]
    assert not net[:4](numbers).any(), "the input of the last layer is all zeros"
    assert torch.allclose(net(numbers), wanted.mean(), atol=1e-4)


def test_a_relu_lets_nothing_through_where_its_input_is_below_zero():
    t = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    t.relu().sum().backward()
    assert t.grad.tolist() == [0, 0, 1]


# ---- notebook 2: order ------------------------------------------------------------------------


def test_leaves_have_their_grad_before_backward_reaches_the_layers_before():
    first, second, order = nn.Linear(3, 4), nn.Linear(4, 2), []
    for title, layer in [("first", first), ("second", second)]:
        for name, parameter in layer.named_parameters():
            parameter.register_post_accumulate_grad_hook(
                lambda _, name=f"{title}.{name}": order.append(name)
            )
    h = first(torch.rand(5, 3))
    h.register_hook(lambda _: order.append("first"))
    second(h.relu()).sum().backward()
    assert sorted(order[:2]) == ["second.bias", "second.weight"] and order[2] == "first"


def test_what_goes_around_a_layer_is_added():
    layer, h = nn.Linear(4, 4), torch.rand(5, 4, requires_grad=True)
    (h + layer(h)).sum().backward()
    assert torch.allclose(h.grad, 1 + torch.ones(5, 4) @ layer.weight)


def test_a_layer_with_data_and_another_input_gets_zeros_for_the_data():
    layer, received = nn.Bilinear(3, 5, 2), []
    layer.register_full_backward_hook(lambda _, into, out: received.extend(into))
    layer(torch.rand(4, 3), torch.rand(4, 5, requires_grad=True)).sum().backward()
    of_data, of_other = received
    assert not of_data.any() and of_other.any()


def test_a_layer_that_is_called_by_keyword_has_no_grad_input():
    class Keyword(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(3, 2)

        def forward(self, x):
            return self.layer(input=x)

    received, net = [], Keyword()
    net.layer.register_full_backward_hook(lambda _, into, out: received.append(into))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        net(torch.rand(4, 3, requires_grad=True)).sum().backward()
    assert received == [()]


def test_a_full_backward_hook_fails_on_a_layer_that_writes_over_its_input():
    layer = nn.ReLU(inplace=True)
    layer.register_full_backward_hook(lambda *_: None)
    (quoted,) = {
        quote
        for text in cells_of("2-reverse-order")
        for quote in re.findall(r"raises an error that says `([^`]+)`", text)
    }
    with pytest.raises(RuntimeError, match=re.escape(quoted)):
        layer(torch.rand(3, requires_grad=True) * 2)


def test_a_layer_whose_first_input_is_a_number_gets_none_for_it():
    class Scale(nn.Module):
        def forward(self, factor, x):
            return factor * x

    layer, received = Scale(), []
    layer.register_full_backward_hook(lambda _, into, out: received.extend(into))
    layer(2.0, torch.rand(2, requires_grad=True)).sum().backward()
    assert received[0] is None and received[1].tolist() == [2, 2]


def test_a_hook_on_the_output_does_there():
    layer, received = nn.ReLU(inplace=True), []

    def watch(module, args, output):
        output.register_hook(received.append)

    layer.register_forward_hook(watch)
    layer(torch.rand(3, requires_grad=True) * 2).sum().backward()
    assert received[0].tolist() == [1, 1, 1]


def test_a_step_that_is_too_small_is_rounded_away():
    weight = torch.tensor(0.1)
    assert weight - 1e-10 == weight and weight - 1e-8 != weight


def test_the_derivative_of_a_sigmoid_is_a_quarter_at_most():
    t = torch.linspace(-9, 9, 1001, requires_grad=True)
    y = t.sigmoid()
    y.sum().backward()
    assert torch.allclose(t.grad, y * (1 - y)) and t.grad.max() <= 0.25 + 1e-6


@pytest.mark.parametrize(
    ("squash", "kaiming", "skip", "least", "most"),
    [
        (torch.sigmoid, False, False, 0, 1e-7),
        (torch.relu, False, False, 1e-7, 1e-2),
        (torch.relu, True, False, 1e-2, 1e2),
        (torch.sigmoid, False, True, 1e-2, 1e2),
    ],
    ids=["sigmoid", "ReLU", "Kaiming", "skip"],
)
def test_what_is_left_of_a_gradient_after_twelve_layers(squash, kaiming, skip, least, most):
    torch.manual_seed(2)
    layers, sizes = [nn.Linear(8, 8) for _ in range(12)], []
    x = torch.rand(16, 8, generator=torch.Generator().manual_seed(0))
    for layer in layers:
        if kaiming:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        made = layer(x)
        made.register_hook(lambda gradient: sizes.append(gradient.abs().max().item()))
        x = squash(made) + x if skip else squash(made)
    x.sum().backward()
    assert least <= sizes[-1] / sizes[0] <= most


def test_what_a_full_backward_hook_returns_replaces_grad_input():
    layer, x = nn.Linear(2, 2), torch.ones(1, 2, requires_grad=True)
    layer.register_full_backward_hook(lambda module, into, out: (into[0] * 2,))
    layer(x).sum().backward()
    assert torch.allclose(x.grad[0], 2 * layer.weight.sum(dim=0))


def test_a_compiled_function_leaves_a_single_node():
    function = torch.compile(lambda x: (x.sin() * x).exp(), backend="aot_eager")
    node = function(torch.ones(2, requires_grad=True)).grad_fn
    assert node.name() == "CompiledFunctionBackward"
    assert [type(after).__name__ for after, _ in node.next_functions] == ["AccumulateGrad"]


# ---- notebook 3: the graph --------------------------------------------------------------------


def test_a_linear_layer_is_two_operations():
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2), nn.Sigmoid())
    found = names(net(torch.rand(1, 3)))
    assert found.count("AccumulateGrad") == 4 and len(found) == 10
    assert found.count("AddmmBackward0") == found.count("TBackward0") == 2


def test_next_functions_of_a_product():
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    (of_a, _), (of_2, _) = (a * 2).grad_fn.next_functions
    assert of_a.variable is a and of_2 is None
    (left, _), (right, _) = (a * a).grad_fn.next_functions
    assert left is right


def test_nodes_keep_what_their_backward_needs():
    a, b = torch.rand(2, requires_grad=True), torch.rand(2, requires_grad=True)
    out = (a * b).exp()
    assert torch.equal(out.grad_fn._saved_result, out)
    product = out.grad_fn.next_functions[0][0]
    assert torch.equal(product._saved_self, a) and torch.equal(product._saved_other, b)


def test_the_index_says_which_result_of_the_next_operation_is_meant():
    node = (torch.rand(3, requires_grad=True).unbind()[1] * 2).grad_fn
    ((unbind, index), (nothing, _)) = node.next_functions
    assert (unbind.name(), index, nothing) == ("UnbindBackward0", 1, None)
    # Not an output of that node: it has one, to the leaf.
    assert len(unbind.next_functions) == 1
    first, second = torch.rand(4, requires_grad=True).split(2)
    assert [part.grad_fn.name() for part in (first, second)] == ["SplitBackward0"] * 2
    assert (second * 2).grad_fn.next_functions[0][1] == 1


def leaf_below(node) -> torch.Tensor:
    """The one leaf that a node leads to directly."""
    ((following, _),) = node.next_functions
    return following.variable


def test_attention_splits_the_large_weight_and_the_large_bias():
    attention, x = nn.MultiheadAttention(embed_dim=4, num_heads=2), torch.rand(3, 4)
    found = nodes_behind(attention(x, x, x)[0])
    split = {leaf_below(node) for node in found if type(node).__name__ == "SplitBackward0"}
    assert split == {attention.in_proj_weight, attention.in_proj_bias}
    assert sum(type(node).__name__ == "AddmmBackward0" for node in found) == 3 + 1  # and the last
    shapes = [tuple(parameter.shape) for parameter in attention.parameters()]
    assert len(set(shapes)) == len(shapes) == 4, "the picture tells parameters by their shapes"


def nodes_behind(output) -> list:
    """The nodes behind an output, each once."""
    found = [output.grad_fn]
    for node in found:  # grows while it is gone through
        found += {n for n, _ in node.next_functions if n is not None} - set(found)
    return found


def edges(output) -> int:
    """How many edges the graph of a tensor has."""
    return sum(n is not None for node in nodes_behind(output) for n, _ in node.next_functions)


def bytes_kept():
    """The function that the notebook imports, without what else its module needs."""
    path = Path(__file__).resolve().parents[2] / "source/autograd/lab/engine.py"
    wanted = ("nodes_of", "saved_tensors", "bytes_kept")
    parts = [p for p in ast.parse(path.read_text()).body if getattr(p, "name", None) in wanted]
    namespace = {"torch": torch}
    exec(compile(ast.Module(parts, []), str(path), "exec"), namespace)
    return namespace["bytes_kept"]


@pytest.mark.parametrize(
    ("loop", "edges_grow", "bytes_grow"),
    [("sum", True, True), ("backward", True, False), ("item", False, False)],
)
def test_what_three_loops_keep_that_sum_up_losses(loop, edges_grow, bytes_grow):
    net, total, count, kept = nn.Linear(2, 1), 0.0, [], []
    for _ in range(3):
        loss = net(torch.rand(4, 2)).square().mean()
        if loop == "backward":
            loss.backward()
        total = total + (loss.item() if loop == "item" else loss)
        if loop == "item":
            assert isinstance(total, float)
        else:
            count.append(edges(total))
            kept.append(bytes_kept()(total))
    assert count == ([6, 13, 20] if edges_grow else [])
    assert (len(set(kept)) == 3) == bytes_grow
    if bytes_grow:
        assert kept[2] - kept[1] == kept[1] - kept[0] > 0
    elif edges_grow:
        assert kept == [0, 0, 0]


def test_saved_tensors_are_released_by_backward_and_kept_by_a_sum_without():
    """What is alive, counted without the notebook's function: weak references to saved tensors."""
    for backward in (True, False):
        alive, total = [], 0.0

        def pack(tensor, alive=alive):
            copy = tensor.detach().clone()
            alive.append(weakref.ref(copy))
            return copy

        net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            for _ in range(5):
                loss = net(torch.rand(6, 3)).square().mean()
                if backward:
                    loss.backward()
                total = total + loss
        assert total.grad_fn is not None
        left = sum(each() is not None for each in alive)
        assert left == (0 if backward else len(alive)) and len(alive) >= 15


def test_the_nodes_that_stay_take_less_than_a_kilobyte_each():
    """In a process of its own, whose memory nothing else uses."""
    code = """
import torch

def memory():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

net, total, sizes = torch.nn.Linear(2, 1), 0.0, []
for step in range(6001):
    loss = net(torch.rand(4, 2)).square().mean()
    loss.backward()
    total = total + loss
    if step in (3000, 6000):
        sizes.append(memory())
print((sizes[1] - sizes[0]) / 3000 / 5)  # add, mean, pow, addmm and t in each step
"""
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert 200 < float(finished.stdout) < 1024, finished.stderr


def test_the_detached_loss_has_no_graph():
    loss = nn.Linear(2, 1)(torch.rand(4, 2)).mean()
    assert (0.0 + loss.detach()).grad_fn is None


def test_a_grad_fn_is_there_after_backward():
    y = torch.ones(1, requires_grad=True).exp()
    node = y.grad_fn
    y.backward()
    assert y.grad_fn is node


def test_a_python_recursion_fails_where_the_engine_does_not():
    t = start = torch.ones(1, requires_grad=True)
    for _ in range(10_000):
        t = t.sin()
    t.backward()
    assert start.grad is not None


def nodes_of(output):
    """Return how often each type of node is in the graph of an output."""
    seen, waiting = set(), [output.grad_fn]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += [after for after, _ in node.next_functions if after is not None]
    return Counter(type(node).__name__ for node in seen)


@pytest.mark.parametrize(
    ("shape", "splits", "products"), [((3, 4), 2, 4), ((3, 1, 4), 0, 2)], ids=str
)
def test_attention_cuts_its_weight_without_a_batch_and_the_result_with_one(shape, splits, products):
    """Three products, and the one of the layer at the end; with a batch, one product."""
    attention, x = nn.MultiheadAttention(embed_dim=4, num_heads=2), torch.rand(shape)
    nodes = nodes_of(attention(x, x, x)[0])
    assert (nodes["SplitBackward0"], nodes["AddmmBackward0"]) == (splits, products)
    assert nodes["SelectBackward0"] == (0 if splits else 3)


def test_a_plain_number_has_an_entry_of_its_own_in_the_hook_on_a_node():
    received, a = [], torch.ones(2, requires_grad=True)
    y = a * 2
    y.grad_fn.register_hook(lambda into, _: received.extend(into))
    y.sum().backward()
    assert received[0].tolist() == [2, 2] and received[1:] == [None]


def test_pytorch_adds_up_the_gradient_of_a_bias_before_the_hook_receives_it():
    layer, received = nn.Linear(3, 2), []
    y = layer(torch.rand(4, 3, requires_grad=True))
    assert tuple(y.grad_fn(torch.ones(4, 2))[0].shape) == (4, 2)
    y.grad_fn.register_hook(lambda into, _: received.extend(into))
    y.sum().backward()
    assert tuple(received[0].shape) == (2,)


# ---- notebook 4: memory -----------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 10])
def test_the_gradient_of_a_leaf_is_the_number_of_paths_to_it(n):
    w = t = torch.ones(1, requires_grad=True)
    for _ in range(n):
        t = t + t
    t.backward()
    assert w.grad.item() == 2**n


def test_autocast_converts_the_weight_of_a_layer_that_is_used_twice_once():
    layer = nn.Linear(3, 3)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = layer(layer(torch.rand(2, 3)))
    nodes = nodes_behind(output)
    arrows = Counter(after for node in nodes for after, _ in node.next_functions)
    casts = [node for node in nodes if type(node).__name__ == "ToCopyBackward0"]
    leaves = [cast.next_functions[0][0].variable for cast in casts]
    assert {id(leaf) for leaf in leaves} == {id(layer.weight), id(layer.bias)}
    assert len(casts) == 2 and [arrows[cast] for cast in casts] == [2, 2]


def test_a_node_runs_once_however_many_paths_lead_to_it():
    calls, w = [], torch.ones(1, requires_grad=True)
    h = w.exp()
    h.grad_fn.register_hook(lambda *_: calls.append(1))
    (h + h * h).sum().backward()
    assert len(calls) == 1
