"""What the text of the lab says of a picture is what PyTorch makes. Oracle: the real graph."""

import json
import re

import torch
from places import ROOT
from torch import nn


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
