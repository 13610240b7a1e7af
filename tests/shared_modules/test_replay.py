"""replay.py: the slider in a browser, the last frame where no script runs, and what it refuses."""

import base64
import html
import re
import sys

import graphviz
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_notebook, new_output
from support.replay import CAPTIONS, FRAMES, needs_dot, replay_module

from nbjudge import SafeHTML

__all__ = ["replay_module"]


def cleaned(text):
    """The HTML of an output, as formgrader and the feedback show it."""
    output = new_output("display_data", {"text/html": text})
    exporter = HTMLExporter(
        template_name="basic",
        exclude_input=True,
        exclude_output_prompt=True,
        preprocessors=[SafeHTML],
    )
    page, _ = exporter.from_notebook_node(
        new_notebook(cells=[new_code_cell("x", outputs=[output])])
    )
    return page


def pictures_in(text):
    """The SVG text of every picture that is in HTML by its address."""
    return [
        base64.b64decode(data).decode() for data in re.findall(r"base64,([A-Za-z0-9+/=]+)", text)
    ]


@needs_dot
def test_each_frame_is_drawn_in_its_place(replay_module):
    frames = [*FRAMES, graphviz.Source("digraph { last }")]
    replay_module.replay(frames, [*CAPTIONS, "four"])
    ((kind, page), (_, text)) = replay_module.shown[0].items()
    assert (kind, text) == ("text/html", "four\nA graph of 1 node and 0 edges.\nlast, no arrows")
    first, *rest = pictures_in(page)
    assert first == rest[-1], "the picture outside of the script is the last frame"
    assert ["<circle" in picture for picture in rest] == [False, True, False, False]
    names = [re.findall(r"<text[^>]*>(\w+)<", picture) for picture in rest]
    assert names == [["a", "b"], [], ["c"], ["last"]]
    assert all('xmlns="http://www.w3.org/2000/svg"' in picture for picture in rest)


@needs_dot
def test_the_feedback_shows_the_last_frame_and_no_control(replay_module):
    replay_module.replay(FRAMES, CAPTIONS)
    shown = cleaned(replay_module.shown[0]["text/html"])
    (picture,) = pictures_in(shown)
    assert re.findall(r"<text[^>]*>(\w+)<", picture) == ["c"]
    caption, _, arrows = shown.partition("<details>")
    assert html.unescape(re.sub("<[^>]*>", "", caption)).strip() == CAPTIONS[-1]
    assert arrows.startswith("<summary>The arrows of the last picture as a list</summary>")
    assert re.findall("<li>(.*?)</li>", arrows) == ["c, no arrows"]
    assert "<input" not in shown and "<button" not in shown and "<script" not in shown


def test_without_dot_one_sentence_says_what_to_install(
    replay_module, monkeypatch, tmp_path, capsys
):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "graphviz_anywidget", None)
    replay_module.replay(FRAMES, CAPTIONS)
    said = capsys.readouterr().out
    assert said.startswith("Not drawn: the program dot is missing.") and said.count("\n") == 1
    assert "install Graphviz" in said
    assert replay_module.shown == []


def test_svg_alone_needs_no_dot(replay_module, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    replay_module.replay([FRAMES[1], FRAMES[1]])
    assert len(pictures_in(replay_module.shown[0]["text/html"])) == 3


@needs_dot
def test_a_frame_that_is_not_dot_is_refused_in_a_sentence(replay_module, capsys):
    replay_module.replay(["digraph { a }", "digraph { a -> "])
    said = capsys.readouterr().out
    assert said.startswith("Not drawn: dot cannot read this graph.")
    assert "syntax error" in said
    assert replay_module.shown == []


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (([],), ValueError, "at least one frame"),
        ((FRAMES, ["one"]), ValueError, "3 frames and 1 captions"),
        (([3],), TypeError, "SVG text or DOT text, got an int"),
    ],
)
def test_what_is_no_replay_is_an_error(replay_module, arguments, error, said):
    with pytest.raises(error, match=said):
        replay_module.replay(*arguments)
