"""The picture of the README shows what the lab does today; tests/e2e looks at how it moves.

The picture is written by hand. If the lab's message or network changes, edit the texts of
docs/backward.svg.
"""

import html
import json
import re

import graphviz
import pytest
import torch
from support.notebook_imports import importing
from support.paths import ROOT, SOURCE
from torch import nn

NOTEBOOK = SOURCE / "autograd" / "3-autograd-graph.ipynb"
WRONG_ANSWER = ROOT / "answers/autograd/visualize_autograd_graph/wrong-edges-to-visited-skipped.py"
TEXTS = [
    html.unescape(text)
    for text in re.findall(r"<text [^>]*>(.*?)</text>", (ROOT / "docs/backward.svg").read_text())
]


@pytest.fixture
def names():
    """The names of the notebook after the wrong answer and the cells that its check needs."""
    cells = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        cells[cell["id"]] = "".join(cell["source"])
    names = {"graphviz": graphviz, "torch": torch, "nn": nn, "cells": cells}
    with importing(SOURCE / "autograd"):
        exec(WRONG_ANSWER.read_text(), names)
        for source in cells.values():
            if re.match(r"class TwoLayerNet|def drawing_of", source):
                exec(source, names)
        yield names


def test_the_captions_are_the_nodes_in_the_order_of_backward(names):
    output = names["TwoLayerNet"](3, 4, 2)(torch.rand(1, 3))
    nodes = [output.grad_fn]
    for node in nodes:  # the list grows meanwhile
        nodes += [after for after, _ in node.next_functions if after and after not in nodes]
    order = []
    for node in nodes:
        node.register_prehook(lambda _, node=node: order.append(node))
    output.sum().backward()
    labels = []
    for node in order:
        leaf = getattr(node, "variable", None)
        labels.append(node.name() if leaf is None else str(tuple(leaf.shape)))
    captions = [text for text in TEXTS if re.match(r"[1-9]\d* of 10: ", text)]
    assert captions == [f"{step} of 10: {label}" for step, label in enumerate(labels, 1)]


def test_the_sentence_is_that_of_the_failed_check(names):
    check = names["cells"]["test-visualize_autograd_graph-shared"].partition("### BEGIN HIDDEN")[0]
    with pytest.raises(Exception, match="is missing") as failed:
        exec(check, names)
    assert str(failed.value) in " ".join(TEXTS)
