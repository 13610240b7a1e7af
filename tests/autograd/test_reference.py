"""The reference solutions of the lab, run without nbgrader: the counts, the order, the memory."""

import json

import graphviz
import pytest
import torch
from support.paths import SOURCE
from support.real_networks import NETWORKS, graph_of
from torch import nn

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def lab():
    """The solutions and `TwoLayerNet`, in one namespace."""
    namespace = {"torch": torch, "nn": nn, "graphviz": graphviz}
    for path in sorted((SOURCE / "autograd").glob("*.ipynb")):
        for cell in json.loads(path.read_text())["cells"]:
            own, source = cell["metadata"].get("nbgrader", {}), "".join(cell["source"])
            solution = own.get("solution") and not own.get("grade")
            if solution or source.startswith("class TwoLayerNet"):
                exec(source, namespace)
    return namespace


@pytest.fixture
def net(lab):
    torch.manual_seed(0)
    return lab["TwoLayerNet"](3, 4, 2)


@pytest.mark.task1
def test_the_arguments_of_the_hooks_are_those_predicted_from_the_weight_the_bias_and_the_input(lab):
    torch.manual_seed(0)
    layer, x, seen = nn.Linear(4, 3), torch.rand(5, 4, requires_grad=True), {}
    y = layer(x)
    y.grad_fn.register_hook(lambda *gradients: seen.update(node=gradients))
    grad_y = torch.rand(5, 3)
    y.backward(grad_y)
    layer.zero_grad()  # the next backward would add to what the hook received
    layer.register_full_backward_hook(lambda module, *gradients: seen.update(module=gradients))
    layer(x).backward(grad_y)
    known = layer.weight.detach(), layer.bias.detach(), x.detach(), grad_y
    for kind, predict in (("module", "predict_module_hook"), ("node", "predict_node_hook")):
        for predicted, received in zip(lab[predict](*known), seen[kind], strict=True):
            torch.testing.assert_close(predicted, received)


@pytest.mark.task2
def test_backward_goes_through_the_network_in_reverse_order_with_the_sums_of_the_gradients(
    lab, net
):
    x = torch.rand(5, 3)
    names, leaving, arriving = zip(*lab["trace_backward"](net, x), strict=True)
    assert names == ("linear2", "relu", "linear1")
    hidden = net.linear1(x)
    out = net.linear2(net.relu(hidden))
    y = torch.sigmoid(out)
    at_linear2, at_linear1 = torch.autograd.grad(y.sum(), [out, hidden])
    at_relu = at_linear2 @ net.linear2.weight
    assert arriving == pytest.approx(
        [each.sum().item() for each in (at_linear2, at_relu, at_linear1)]
    )
    assert leaving[:2] == pytest.approx([at_relu.sum().item(), at_linear1.sum().item()])
    assert leaving[2] is None  # x does not require a gradient


@pytest.mark.task3
def test_the_graph_of_the_network_has_6_operations_4_tensors_and_9_edges(lab, net):
    body = lab["visualize_autograd_graph"](net(torch.rand(5, 3))).body
    tensors = [line for line in body if "lightblue" in line]
    operations = [line for line in body if "label=" in line and line not in tensors]
    edges = [line for line in body if "->" in line]
    assert (len(operations), len(tensors), len(edges)) == (6, 4, 9)


@pytest.mark.task3
@pytest.mark.parametrize("name", NETWORKS)
def test_the_drawing_of_a_real_network_has_all_nodes_and_arrows(lab, name):
    torch.manual_seed(1)
    output = NETWORKS[name]()
    nodes, arrows = graph_of(output)
    body = lab["visualize_autograd_graph"](output).body
    drawn_arrows = [line for line in body if "->" in line]
    assert len(drawn_arrows) == arrows
    assert len(body) == len(nodes) + arrows


@pytest.mark.task4
def test_without_visited_memory_the_graph_of_the_shared_network_has_more_edges(lab):
    def edges_on_all_paths(node):
        following = [each for each, _ in node.next_functions if each is not None]
        return len(following) + sum(map(edges_on_all_paths, following))

    output = lab["shared_network"]()
    body = lab["visualize_autograd_graph"](output).body
    assert edges_on_all_paths(output.grad_fn) > sum("->" in line for line in body) > 0
