"""Graphs in a notebook: they scroll, zoom and answer, with `dot` and without, in the dark too."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from nbjudge_testing import browser_walk
from nbjudge_testing.browser_walk import NOTEBOOK, PATIENCE, TOKEN, choose_theme, open_notebook

pytestmark = pytest.mark.soak
TWO_LAYERS = """
digraph {
  out [label=SigmoidBackward0]; add2 [label=AddmmBackward0]; relu [label=ReluBackward0]
  add1 [label=AddmmBackward0]; t2 [label=TBackward0]; t1 [label=TBackward0]
  node [style=filled fillcolor=lightblue]
  b1 [label="(4,)" tooltip="linear1.bias"]; w1 [label="(4, 3)"]; b2 [label="(2,)"]
  w2 [label="(2, 4)"]
  out -> add2; add2 -> b2; add2 -> relu; add2 -> t2; t2 -> w2
  relu -> add1; add1 -> b1; add1 -> t1; t1 -> w1
}
"""
ORDER = ["out", "add2", "b2", "t2", "w2", "relu", "add1", "b1", "t1", "w1"]
WIDE = "digraph { " + " ".join(f'root -> "leaf number {leaf}"' for leaf in range(60)) + " }"
# Named as autograd graphs are: by addresses in memory.
ADDRESSES = """
digraph {
  subgraph cluster_139869496000000 { label=layer; 139869496082688 [label=AddmmBackward0] }
  139869496089120 [label=TBackward0]; 139869496089999 [label="(2,)"]
  139869496082688 -> 139869496089120 [label="(4, 2)"]; 139869496082688 -> 139869496089999
}
"""
WITHOUT_DOT = f"import os\nos.environ['PATH'] = ''\nshow({TWO_LAYERS!r}, order={ORDER!r})"
REPLAYED = """
from lab.drawing.replay import replay
replay(["digraph { a -> b }", "digraph { a -> b [color=red] }"], ["one", "two"])
"""


@pytest.fixture(scope="module")
def drawn(lab_folder):
    """A notebook with pictures, beside the folder lab/."""
    cells = [
        f"from lab.show import show\nshow({TWO_LAYERS!r}, order={ORDER!r})",
        f"show({WIDE!r})",
        WITHOUT_DOT,
        REPLAYED,
        f"show({ADDRESSES!r})",
    ]
    path = lab_folder / "work" / "primer" / "pictures.ipynb"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = new_notebook(metadata={"kernelspec": kernel})
    notebook.cells = [new_code_cell(cell) for cell in cells]
    nbformat.write(notebook, path)
    return "primer/pictures.ipynb"


@pytest.fixture(scope="module")
def page(chromium, lab, drawn):
    """The notebook, open and run."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1500})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.lost = []
    page.on("requestfailed", lambda request: page.lost.append(request.url))
    open_notebook(page, lab, drawn)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    output(page, 3).get_by_role("slider").wait_for(timeout=PATIENCE)
    yield page
    context.close()


def output(page, number):
    return page.locator(f"{NOTEBOOK} .jp-CodeCell").nth(number).locator(".jp-OutputArea-output")


def lit(picture):
    """What the nodes say that are not dimmed."""
    return picture.evaluate(
        "box => [...box.querySelectorAll('.node:not(.dimmed)')]"
        ".map(n => n.querySelector('text').textContent)"
    )


def test_a_picture_answers(page):
    picture = output(page, 0)
    assert len(lit(picture)) == 10
    node = picture.locator(".node", has_text="ReluBackward0")
    node.click()
    assert sorted(lit(picture)) == sorted(
        ["ReluBackward0", "AddmmBackward0", "(4,)", "TBackward0", "(4, 3)"]
    )
    node.click()
    assert len(lit(picture)) == 10
    words = picture.locator(".node", has_text="(4,)").first.locator("title").first.text_content()
    assert words == "(4,)\nlinear1.bias\narrows in: 1, out: 0"
    # The recorded order, leaves included, by the keyboard.
    slider = picture.get_by_role("slider")
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert sorted(lit(picture)) == ["(2,)", "AddmmBackward0", "SigmoidBackward0"]
    assert picture.locator("output").inner_text() == "3 of 10: (2,)"
    browser_walk.picture(page, "order", picture)
    before = picture.locator("svg").bounding_box()["width"]
    picture.get_by_role("button", name="larger").click()
    assert picture.locator("svg").bounding_box()["width"] > 1.2 * before


def test_a_picture_is_read_by_the_keyboard(page):
    picture = output(page, 0)
    graph = picture.get_by_role("group", name="A graph of 10 nodes and 9 edges")
    first = graph.get_by_role(
        "button", name="SigmoidBackward0, arrows in: 0, out: 1, to AddmmBackward0 1"
    )
    first.focus()
    page.keyboard.press("ArrowDown")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == (
        "AddmmBackward0 1, arrows in: 1, out: 3, to ReluBackward0; TBackward0 1; (2,)"
    )
    page.keyboard.press("Enter")
    assert len(lit(picture)) == 9
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused).startswith("SigmoidBackward0")
    assert picture.get_by_role("slider").get_attribute("aria-valuetext") == "3 of 10: (2,)"
    picture.get_by_text("The arrows as a list").click()
    rows = picture.locator("details li").all_inner_texts()
    assert len(rows) == 10 and rows[0] == "SigmoidBackward0 \u2192 AddmmBackward0 1"
    assert rows[-1] == "In lightblue: (2,); (4,); (2, 4); (4, 3)"
    browser_walk.picture(page, "list")
    picture.get_by_text("The arrows as a list").click()


def test_no_address_is_read_or_shown_over_an_arrow(page):
    picture = output(page, 4)
    picture.locator("svg .edge").first.wait_for()
    heard = picture.locator("svg").aria_snapshot()
    assert "AddmmBackward0, arrows in: 0, out: 2, to TBackward0; (2,)" in heard
    assert "(4, 2), from AddmmBackward0 to TBackward0" in heard
    assert "139869496" not in heard and "layer" in heard
    tips = picture.locator("svg title").all_text_contents()
    assert len(tips) == 3 and not [tip for tip in tips if "139869496" in tip]


def test_a_wide_picture_scrolls_and_can_be_fitted(page):
    picture = output(page, 1)
    picture.locator("svg").wait_for()
    sizes = """box => {
        const frame = box.querySelector("svg").parentNode;
        return [frame.clientWidth, frame.scrollWidth];
    }"""
    seen, whole = picture.evaluate(sizes)
    assert whole > 2 * seen  # not cut: it scrolls
    letters = picture.locator(".node text").first.bounding_box()["height"]
    assert letters >= 9  # pixels
    picture.get_by_role("button", name="fit the whole picture").click()
    seen, whole = picture.evaluate(sizes)
    assert whole <= seen + 2


def test_without_dot_and_without_the_network_the_page_draws(page):
    picture = output(page, 2)
    graph = picture.get_by_role("group", name="A graph of 10 nodes and 9 edges")
    assert graph.locator(".edge").count() == 9
    leaf = graph.get_by_role("button", name="(4,), linear1.bias, lightblue, arrows in: 1, out: 0")
    assert leaf.locator("title").first.text_content() == "(4,)\nlinear1.bias\narrows in: 1, out: 0"
    slider = picture.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert picture.locator("output").inner_text() == "1 of 10: SigmoidBackward0"
    picture.locator(".node", has_text="ReluBackward0").click()
    assert len(lit(picture)) == 5
    browser_walk.picture(page, "without-dot")
    assert [url for url in page.lost if "127.0.0.1" not in url] == []


def test_without_dot_a_replay_has_its_frames(page):
    figure = output(page, 3).locator("figure")
    slider = figure.get_by_role("slider")
    slider.press("End")
    assert figure.locator("figcaption").inner_text() == "two"
    assert slider.get_attribute("aria-valuetext") == "2 of 2: two"
    drawn = figure.get_by_role("img", name="two")
    assert drawn.locator("svg .node").count() == 2 and drawn.bounding_box()["width"] > 40


def test_no_white_boxes_in_the_dark(page):
    choose_theme(page, "JupyterLab Dark")
    picture = output(page, 0)
    colors = picture.evaluate(
        "b => [...b.querySelectorAll('svg .graph > polygon, svg .node ellipse')]"
        ".map(p => getComputedStyle(p).fill)"
    )
    assert "rgb(255, 255, 255)" not in colors
    for drawn in (picture, output(page, 3)):
        ink = drawn.locator(".node text").first.evaluate("t => getComputedStyle(t).fill")
        assert ink == "rgb(255, 255, 255)" or ink.startswith("rgba(255, 255, 255")
    frame = output(page, 3).get_by_role("img").locator("svg .graph > polygon")
    assert frame.evaluate("p => getComputedStyle(p).fill") == "rgba(0, 0, 0, 0)"
    choose_theme(page, "JupyterLab Light")  # the server keeps it for the tests that follow


def test_a_notebook_that_is_opened_again_has_its_pictures(page, lab, drawn):
    page.keyboard.press("Control+S")
    page.wait_for_timeout(1000)
    lab.asked("/api/status")
    page.goto(f"{lab.url}/lab/tree/{drawn}?token={TOKEN}&reset")
    for number in (0, 2, 3):
        output(page, number).get_by_role("slider").wait_for()
