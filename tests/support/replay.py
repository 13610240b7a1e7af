"""Frames for replay.py, and the module itself.

Entry points: `FRAMES`, `CAPTIONS`, `needs_dot`, the fixture `replay_module`.
"""

import shutil

import pytest

from support.notebook_imports import importing
from support.paths import SOURCE

FRAMES = ["digraph { a -> b }", '<svg width="9" height="9"><circle r="4"/></svg>', "digraph { c }"]
CAPTIONS = ["one", "two", "three </script> <b>"]
needs_dot = pytest.mark.skipif(
    shutil.which("dot") is None, reason="the Graphviz program dot is not installed"
)


@pytest.fixture
def replay_module(monkeypatch):
    """A fresh import of replay.py; what is displayed is collected in `.shown`."""
    with importing(SOURCE / "primer") as load:
        module, module.shown = load("drawing.replay"), []
        monkeypatch.setattr(
            load("drawing.draw"), "display", lambda shown, raw: module.shown.append(shown)
        )
        yield module
