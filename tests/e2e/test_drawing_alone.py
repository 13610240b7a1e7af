"""A drawing in a narrow page, and in a contrast theme of the system; no Jupyter is needed."""

import shutil

import pytest
from support.notebook_imports import importing
from support.paths import SOURCE

pytestmark = pytest.mark.skipif(
    shutil.which("dot") is None, reason="the Graphviz program dot is not installed"
)
ROW = "digraph { rankdir=LR; " + " -> ".join(f'"node number {n}"' for n in range(20)) + " }"
RED = "digraph { a -> b [color=red label=hm fontcolor=red]; c [style=filled fillcolor=lightblue] }"


def open_drawing(page, folder, text, order=None):
    """Open a page with a drawing below its lower edge."""
    with importing(SOURCE / "primer") as load:
        (svg,) = load("drawing.draw").run_dot(shutil.which("dot"), [text])
        drawn = load("show").compose(svg, order)["text/html"]
    path = folder / "page.html"
    path.write_text(f'<meta charset=utf-8><div style="height:900px"></div>{drawn}')
    page.goto(path.as_uri())


def test_the_step_comes_into_view_with_the_slider(page, tmp_path):
    page.set_viewport_size({"width": 640, "height": 400})
    open_drawing(page, tmp_path, ROW, [f"node number {n}" for n in range(20)])
    page.get_by_role("slider").press("End")
    page.get_by_text("20 of 20: node number 19").wait_for()
    node = page.locator(".node", has_text="node number 19")
    for each in (page.get_by_role("slider"), node):
        box = each.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 640
        assert 0 <= box["y"] and box["y"] + box["height"] <= 400
    assert page.locator("output").get_attribute("aria-live") == "off"


def test_what_is_dimmed_can_be_read(page, tmp_path):
    open_drawing(page, tmp_path, ROW)
    page.locator(".node", has_text="node number 18").click()
    text = page.locator(".node", has_text="node number 3").locator("text")
    # Black of this opacity on white is #666, whose contrast is 5.7.
    assert text.evaluate("t => getComputedStyle(t).opacity") == "0.6"
    assert page.locator(".node.dimmed").count() == 18


def test_a_contrast_theme_of_the_system_sets_the_ink(page, tmp_path):
    page.emulate_media(forced_colors="active", color_scheme="dark")
    open_drawing(page, tmp_path, RED)
    white = "rgb(255, 255, 255)"
    for part in (".node ellipse >> nth=0", ".edge path"):
        assert page.locator(part).evaluate("p => getComputedStyle(p).stroke") == white, part
    for part, ink in [("a", white), ("hm", white), ("c", "rgb(0, 0, 0)")]:
        text = page.locator("svg text").get_by_text(part, exact=True)
        assert text.evaluate("t => getComputedStyle(t).fill") == ink, part
