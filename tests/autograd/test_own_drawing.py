"""Notebook 3 of the lab: `replay_backward` plays the visits of backward() on a learner's drawing.

Oracle: the order of the nodes that the picture of the README shows, written out here.
"""

import json

import graphviz
import pytest
import torch
from support.notebook_imports import importing
from support.paths import ROOT, SOURCE
from torch import nn

ANSWERS = sorted((ROOT / "answers/autograd/visualize_autograd_graph").glob("*.py"))
LABELS = ["SigmoidBackward0", "AddmmBackward0", "(2,)", "TBackward0", "(2, 4)"]
LABELS += ["ReluBackward0", "AddmmBackward0", "(4,)", "TBackward0", "(4, 3)"]
KINDS = [
    ("leaf", tuple(map(int, label.strip("(,)").split(","))))
    if label.startswith("(")
    else ("operation", label)
    for label in LABELS
]


@pytest.fixture
def lab():
    """Modules of the lab, by their names; what would be shown is in the list `shown`."""
    with importing(SOURCE / "autograd") as load:
        modules = {name: load(name) for name in ("own_drawing", "drawings")}
        shown = []
        modules["own_drawing"].show = lambda dot, order: shown.append((dot, order))
        yield modules | {"shown": shown}


@pytest.fixture(autouse=True)
def default_dtype():
    """An answer may change it."""
    before = torch.get_default_dtype()
    yield
    torch.set_default_dtype(before)


def output_of_two_layers():
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2), nn.Sigmoid())
    return net(torch.rand(1, 3))


def answer_in(path):
    """Return the function in a file of answers."""
    names = {"graphviz": graphviz, "nn": nn, "torch": torch}
    exec(path.read_text(), names)
    return names["visualize_autograd_graph"]


@pytest.mark.parametrize("path", ANSWERS, ids=lambda path: path.stem)
def test_a_right_drawing_is_replayed_and_a_wrong_one_gets_a_sentence(path, lab, capsys):
    lab["own_drawing"].replay_backward(answer_in(path), output_of_two_layers())
    printed = capsys.readouterr().out
    if lab["shown"]:
        ((dot, order),) = lab["shown"]
        drawing = lab["drawings"].read_dot(dot)
        assert [drawing.kinds[name] for name in order] == KINDS
        assert "must be right" not in printed
    else:
        assert path.name.startswith("wrong-")
        sentence = "Before backward() can be replayed, your drawing must be right. "
        assert len(printed.partition(sentence)[2]) > 10


def test_the_sentence_says_what_is_missing(lab, capsys):
    path = ROOT / "answers/autograd/visualize_autograd_graph/wrong-nothing-returned.py"
    lab["own_drawing"].replay_backward(answer_in(path), output_of_two_layers())
    assert "expected a graphviz.Digraph, got None" in capsys.readouterr().out
    first_only = path.with_name("wrong-first-next-function-only.py")
    lab["own_drawing"].replay_backward(answer_in(first_only), output_of_two_layers())
    assert "Operations in your drawing: expected 6, got 2." in capsys.readouterr().out
    assert lab["shown"] == []


def test_an_error_of_the_answer_is_a_sentence(lab, capsys):
    lab["own_drawing"].replay_backward(lambda output: 1 / 0, output_of_two_layers())
    assert "it raises ZeroDivisionError. division by zero" in capsys.readouterr().out


def test_an_answer_that_is_not_written_is_called_so(lab, capsys):
    def stub(output):
        raise NotImplementedError("This part is not written yet. When it is, delete this line.")

    lab["own_drawing"].replay_backward(stub, output_of_two_layers())
    assert capsys.readouterr().out == "visualize_autograd_graph is not written yet.\n"


@pytest.mark.parametrize("execution", ["autograde", "validate"])
def test_nothing_is_drawn_while_a_notebook_is_graded(lab, monkeypatch, capsys, execution):
    monkeypatch.setenv("NBGRADER_EXECUTION", execution)
    lab["own_drawing"].replay_backward(None, output_of_two_layers())
    assert "is not replayed while" in capsys.readouterr().out


def test_the_graph_that_is_written_down_is_that_of_the_network(lab):
    """Oracle: `next_functions`, from each node to the next ones."""
    two_layers = lab["own_drawing"].TWO_LAYERS
    assert list(two_layers.kinds.values()) == KINDS
    nodes = [output_of_two_layers().grad_fn]
    edges = []
    for node in nodes:
        for after, _ in node.next_functions:
            if after is not None:
                nodes.append(after)  # in this graph, one edge leads to each node
                edges.append((label_of(node), label_of(after)))
    labels = dict(enumerate(LABELS))
    assert sorted((labels[tail], labels[head]) for tail, head in two_layers.edges) == sorted(edges)


def label_of(node):
    return str(tuple(node.variable.shape)) if hasattr(node, "variable") else type(node).__name__


def test_another_graph_is_not_replayed(lab, capsys):
    x = torch.rand(2, requires_grad=True)
    path = ROOT / "answers/autograd/visualize_autograd_graph/right-stack.py"
    lab["own_drawing"].replay_backward(answer_in(path), x.sin().exp())
    assert "your drawing must be right" in capsys.readouterr().out
    assert lab["shown"] == []


def test_the_notebook_replays_its_own_network():
    notebook = json.loads((SOURCE / "autograd/3-autograd-graph.ipynb").read_text())
    sources = {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}
    names = list(sources)
    assert "replay_backward(visualize_autograd_graph, TwoLayerNet(3, 4, 2)" in sources["replay"]
    assert names.index("replay") > names.index("test-visualize_autograd_graph-small")
