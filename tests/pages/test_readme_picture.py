"""The picture of the README shows what the lab does today; tests/e2e looks at how it moves.

The picture is written by hand. If the lab's message or network changes, edit the texts of
docs/backward.svg, and run tools/maintain/narrow_picture.py.
"""

import html
import json
import re

import graphviz
import pytest
import torch
from narrow_picture import NARROW, WIDE, narrow_picture
from support.notebook_imports import importing
from support.paths import ROOT, SOURCE
from torch import nn

NOTEBOOK = SOURCE / "autograd" / "3-autograd-graph.ipynb"
WRONG_ANSWER = ROOT / "answers/autograd/visualize_autograd_graph/wrong-edges-to-visited-skipped.py"
RIGHT_ANSWER = WRONG_ANSWER.with_name("right-recursive-early-return.py")
TEXTS = [html.unescape(text) for text in re.findall(r"<text [^>]*>(.*?)</text>", WIDE.read_text())]


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


def test_the_captions_are_those_of_the_replay_on_a_right_drawing(names):
    exec(RIGHT_ANSWER.read_text(), names)
    (show,) = [cell for cell in names["cells"].values() if cell.startswith("replay_backward(")]
    shown = []
    with importing(SOURCE / "autograd") as load:
        own_drawing = load("own_drawing")
        own_drawing.show = lambda dot, order: shown.append((dot, order))
        exec(show, names | {"replay_backward": own_drawing.replay_backward})
        ((dot, order),) = shown
        kinds = load("drawings").read_dot(dot).kinds
        lines = {name: [str(label)] for name, (_, label) in kinds.items()}
        said = load("drawing.arrows").Picture(lines=lines).names()
    captions = [text for text in TEXTS if re.match(r"\d+ of 10: ", text)]
    assert captions == [f"{step} of 10: {said[name]}" for step, name in enumerate(order, 1)]
    assert "Move the slider" in TEXTS


def test_the_sentence_is_that_of_the_failed_check(names):
    check = names["cells"]["test-visualize_autograd_graph-shared"].partition("### BEGIN HIDDEN")[0]
    with pytest.raises(Exception, match="is missing") as failed:
        exec(check, names)
    assert str(failed.value) in " ".join(TEXTS)
    (title,) = re.findall('label="(.*?)" labelloc', failed.value.picture)
    assert title.replace(r"\n", " ") in " ".join(TEXTS)


def test_the_narrow_picture_is_made_from_the_wide_one():
    assert NARROW.read_text() == narrow_picture(WIDE.read_text())
