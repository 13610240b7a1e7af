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


# As a learner's function draws it: named by addresses. The leaf is used twice by one node.
LAYER = """digraph {
  7701 [label=SigmoidBackward0]; 7702 [label=AddmmBackward0]; 7703 [label=MulBackward0]
  7704 [label=TBackward0]; 7705 [label=TBackward0]
  node [style=filled fillcolor=lightblue]
  7706 [label="(2,)"]; 7707 [label="(4, 2)"]
  7701 -> 7702; 7702 -> 7703; 7702 -> 7704; 7702 -> 7705
  7703 -> 7706; 7703 -> 7706; 7704 -> 7707; 7705 -> 7707
}"""
IN_WORDS = [
    "SigmoidBackward0, arrows in: 0, out: 1, to AddmmBackward0",
    "AddmmBackward0, arrows in: 1, out: 3, to MulBackward0; TBackward0 1; TBackward0 2",
    "MulBackward0, arrows in: 1, out: 2, to (2,) (2 arrows)",
    "TBackward0 1, arrows in: 1, out: 1, to (4, 2)",
    "TBackward0 2, arrows in: 1, out: 1, to (4, 2)",
    "(2,), lightblue, arrows in: 2, out: 0",
    "(4, 2), lightblue, arrows in: 2, out: 0",
]


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


def test_a_whole_drawing_is_read_in_words_and_by_keys(page, tmp_path):
    open_drawing(page, tmp_path, LAYER)
    page.get_by_role("group", name="A graph of 7 nodes and 8 edges").wait_for()
    heard = [page.get_by_role("button", name=words, exact=True) for words in IN_WORDS]
    assert [node.count() for node in heard] == [1] * len(IN_WORDS)
    # The picture holds nothing else to hear: no name of an edge, no address in memory.
    tree = page.locator("svg").aria_snapshot()
    assert tree.count("- ") == 1 + len(IN_WORDS) and "770" not in tree
    page.get_by_role("button", name="fit the whole picture").focus()
    read = []
    for key in ["Tab", *["ArrowRight"] * (len(IN_WORDS) - 1)]:
        page.keyboard.press(key)
        read.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert read == IN_WORDS
    page.keyboard.press("ArrowUp")  # against an arrow
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == IN_WORDS[3]


def test_the_number_next_to_a_node_is_that_of_its_last_visit(page, tmp_path):
    page.emulate_media(color_scheme="dark")
    open_drawing(page, tmp_path, LAYER, ["7701", "7702", "7703", "7702"])
    slider = page.get_by_role("slider")

    def numbers():
        texts = "nodes => nodes.map(node => node.querySelectorAll('text')[1]?.textContent ?? '-')"
        return page.locator(".node").evaluate_all(texts)

    assert numbers() == ["", "", "", "-", "-", "-", "-"]
    for _ in range(3):
        slider.press("ArrowRight")
    assert numbers() == ["1", "2", "3", "-", "-", "-", "-"]
    leaf = page.locator(".node", has_text="(2,)").locator("text")
    ground = page.evaluate("getComputedStyle(document.body).color")
    assert leaf.evaluate("text => getComputedStyle(text).fill") == ground  # its fill is dimmed
    slider.press("End")
    assert numbers() == ["1", "4", "3", "-", "-", "-", "-"]
    assert leaf.evaluate("text => text.dataset.ink") == "black"
    frame = page.locator("svg").evaluate("svg => svg.getBoundingClientRect().right")
    boxes = page.locator(".node text").evaluate_all(
        "texts => texts.map(text => text.getBoundingClientRect().right)"
    )
    assert max(boxes) <= frame


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
