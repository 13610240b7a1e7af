"""What the text of a notebook says of a picture, of its checks and of the other notebooks is so."""

import ast
import json
import re

import pytest
import torch
from support.paths import ROOT
from torch import nn

NOTEBOOKS = sorted((ROOT / "source").glob("*/*.ipynb"))
EACH_NOTEBOOK = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read_cells(path):
    """Return the cells of a notebook as pairs (type, text)."""
    cells = json.loads(path.read_text())["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in cells]


def test_the_text_below_attention_names_what_the_picture_has():
    path = ROOT / "source/autograd/3-autograd-graph.ipynb"
    cells = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]
    (place,) = [n for n, text in enumerate(cells) if "attention = nn.Multihead" in text]
    said = cells[place + 1]

    attention, x = nn.MultiheadAttention(embed_dim=4, num_heads=2), torch.rand(3, 4)
    nodes, waiting = set(), [attention(x, x, x)[0].grad_fn]
    while waiting:
        node = waiting.pop()
        if node not in nodes:
            nodes.add(node)
            waiting += [head for head, _ in node.next_functions if head is not None]
    names = [type(node).__name__ for node in nodes]

    named = re.findall(r"\w+Backward\d", said)
    assert named and set(named) <= set(names)
    assert names.count("AccumulateGrad") == 4 and "There are four leaves" in said


@EACH_NOTEBOOK
def test_no_notebook_is_called_the_last_one(path):
    """Which one is the last depends on the course: it may leave notebook 5 of the lab out."""
    prose = " ".join(text for kind, text in read_cells(path) if kind == "markdown")
    assert "last notebook" not in " ".join(prose.split())


@EACH_NOTEBOOK
def test_only_a_function_with_arguments_is_checked_on_more_cases_than_shown(path):
    cells = read_cells(path)
    prose = " ".join(" ".join(text for kind, text in cells if kind == "markdown").split())
    if re.search(r"you can see, each on more|checks above run more cases", prose):
        solutions = [text for kind, text in cells if kind == "code" and "## BEGIN SOLUTION" in text]
        functions = [part for text in solutions for part in ast.parse(text).body]
        without = {
            part.name
            for part in functions
            if isinstance(part, ast.FunctionDef) and not part.args.args
        }
        assert solutions and not without


def test_the_orders_of_training_are_described_as_they_are():
    cells = json.loads((ROOT / "source/primer/5-training.ipynb").read_text())["cells"]
    said, code = (
        "".join(cell["source"]) for cell in cells if cell["id"] in ("orders-text", "orders")
    )
    (orders,) = [
        ast.literal_eval(part.value)
        for part in ast.parse(code).body
        if isinstance(part, ast.Assign) and part.targets[0].id == "orders"
    ]
    lines = [set(order.split("_")) for order in orders]
    whole = {"zero", "backward", "step"}
    assert lines.count(whole) == 3 and lines.count(whole - {"zero"}) == 1 == len(lines) - 3
    assert "the same three lines in three orders, and once without `zero_grad`." in said


def test_the_picture_of_a_layer_comes_before_the_terms_that_it_explains():
    cells = json.loads((ROOT / "source/autograd/1-backward-hooks.ipynb").read_text())["cells"]
    names = [cell["id"] for cell in cells]
    place = names.index("picture")
    assert "red arrows" in "".join(cells[place - 1]["source"])
    assert "**gradient**" in "".join(cells[place + 1]["source"])


# What these print comes before the check, or is the student's own program.
PRINTED_WITHOUT_SIGN = {"test-shared_network-picture", "test-compile_tape-text"}


@EACH_NOTEBOOK
def test_a_shown_check_that_passes_prints_a_tick_first(path):
    hidden = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.M | re.S)
    printing = []
    for cell in json.loads(path.read_text())["cells"]:
        about = cell["metadata"].get("nbgrader", {})
        if about.get("grade") and not about.get("solution") and cell["cell_type"] == "code":
            shown = ast.walk(ast.parse(hidden.sub("", "".join(cell["source"]))))
            calls = [node for node in shown if isinstance(node, ast.Call)]
            calls = [call for call in calls if getattr(call.func, "id", "") == "print"]
            printed = [ast.unparse(call.args[0]).lstrip("f\"'") for call in calls]
            if printed and about["grade_id"] not in PRINTED_WITHOUT_SIGN:
                assert printed[0].startswith("✓"), about["grade_id"]
                printing.append(about["grade_id"])
    assert printing
