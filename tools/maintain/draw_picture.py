"""Draw docs/backward.svg, the moving picture of the README and of the first page of the site.

    python tools/maintain/draw_picture.py

Two drawings by answers to task 3 of the lab, made by the lab's own code. On the left a right answer
draws a network, and the nodes light up in the order in which `backward()` runs them. On the right
the check of a skip connection fails for a wrong answer. `make pictures` runs this script.
"""

import html
import json
import re
import sys
import textwrap
from pathlib import Path
from xml.etree import ElementTree

import graphviz
import torch
from torch import nn

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "source" / "autograd"))
from lab.draw import run_dot  # noqa: E402
from lab.show import CheckFailed  # noqa: E402

NOTEBOOK = ROOT / "source" / "autograd" / "3-autograd-graph.ipynb"
ANSWERS = ROOT / "answers" / "autograd" / "visualize_autograd_graph"
PICTURE = ROOT / "docs" / "backward.svg"
NAMESPACE = "{http://www.w3.org/2000/svg}"

# Seconds. It moves once, for five: what moves longer needs a button that stops it (WCAG 2.2.2).
LENGTH, BEGIN, STEP, FAILS, DASHES = 5.0, 0.8, 0.3, 4.0, 4.4
# Pixels.
WIDTH, LEFT, RIGHT, TRACK, NETWORK_TOP, WRONG_TOP = 840, 20, 470, 170, 106, 196
TITLE = (
    "A student's function draws the autograd graph of a two-layer network, and backward() visits "
    "its nodes one by one. For a wrong answer, a check prints a message and shows the missing "
    "edge as a dashed line."
)
STYLE = """
text { font-family: Helvetica, Arial, sans-serif; fill: #1f2328 }
.title { font-size: 17px; font-weight: bold }
.small, .at { font-size: 14px }
.number { font-size: 12px; font-weight: bold; fill: #0b57d0 }
.at:not(.last) { opacity: 0 }
.slider { fill: #0b57d0 } .failed rect { fill: #ffebe9; stroke: #cf222e }
svg svg { overflow: visible }
"""


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(compose(*backward(), *failed_check()), encoding="utf-8")


def backward() -> tuple[str, list[str]]:
    """Run `backward()` on the network of notebook 3.

    Return the DOT text that the model answer draws, its nodes named 0, 1, ..., and the names in the
    order in which PyTorch runs the nodes.
    """
    names = lab_with(solution("visualize_autograd_graph"))
    torch.manual_seed(0)
    output = names["TwoLayerNet"](3, 4, 2)(torch.rand(1, 3))
    nodes = [output.grad_fn]
    for node in nodes:  # grows while we go through it
        nodes += [after for after, _ in node.next_functions if after and after not in nodes]
    order: list[int] = []
    for node in nodes:
        node.register_prehook(lambda _, node=node: order.append(nodes.index(node)))
    text = names["visualize_autograd_graph"](output).source
    for number, node in enumerate(nodes):
        text = re.sub(rf"\b{id(node)}\b", str(number), text)
    output.sum().backward()
    return text, [str(number) for number in order]


def failed_check() -> tuple[str, str]:
    """Run the check of a skip connection on a wrong answer.

    Return the DOT text that is shown below the failed check, and the check's sentence.
    """
    names = lab_with((ANSWERS / "wrong-edges-to-visited-skipped.py").read_text(encoding="utf-8"))
    check = solution("test-visualize_autograd_graph-shared").partition("### BEGIN HIDDEN")[0]
    try:
        exec(check, names)
    except CheckFailed as error:
        return error.picture, str(error)
    raise LookupError("the check of a skip connection passes on a wrong answer")


def lab_with(answer: str) -> dict:
    """Return the names of notebook 3 after `answer` and the instructor cells that need it ran."""
    names = {"graphviz": graphviz, "torch": torch, "nn": nn}
    exec(answer, names)
    for cell in cells():
        if re.match(r"class TwoLayerNet|def drawing_of", text := "".join(cell["source"])):
            exec(text, names)
    return names


def solution(name: str) -> str:
    """Return the source of the cell `name` in the instructor's notebook."""
    for cell in cells():
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
            return "".join(cell["source"])
    raise LookupError(f"{NOTEBOOK.name} has no cell {name}")


def cells() -> list[dict]:
    """Return the cells of notebook 3."""
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def compose(text: str, order: list[str], failed: str, sentence: str) -> str:
    """Return the SVG text of the whole picture. Without animations, it shows the last frame.

    `text` and `order` are the result of `backward`, `failed` and `sentence` that of `failed_check`.
    """
    network, wrong = map(drawing, run_dot("dot", [text, failed]))
    labels = mark_steps(network, order)
    mark_missing(wrong)
    count = len(order)
    rules = [rule for n in range(1, count + 1) for rule in _rules_of_step(n, n == count)]
    rules += [_shown_from("failed", FAILS), _shown_from("missing", DASHES), *_slider(count)]
    heights = [float(each.get("height").removesuffix("pt")) for each in (network, wrong)]
    height = max(NETWORK_TOP + heights[0], WRONG_TOP + heights[1]) + 12
    captions = [f"0 of {count}: backward() has not run yet"]
    captions += [f"{number} of {count}: {label}" for number, label in enumerate(labels, 1)]
    steps = "".join(
        f'<text class="at at{number}" x="{LEFT + TRACK + 20}" y="85">{html.escape(words)}</text>'
        for number, words in enumerate(captions)
    ).replace(f'"at at{count}"', f'"at at{count} last"')
    wrapped = textwrap.wrap(sentence, 46)
    lines = "".join(
        f'<text class="small" x="{RIGHT + 14}" y="{78 + 19 * number}">{html.escape(line)}</text>'
        for number, line in enumerate(wrapped)
    )
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" \
height="{height:.0f}" role="img">
<title>{TITLE}</title>
<style>{STYLE}@media (prefers-reduced-motion: no-preference) {{{"".join(rules)}}}</style>
<rect width="100%" height="100%" rx="6" fill="white"/>
<text class="title" x="{LEFT}" y="34">A right answer: backward() visits its graph</text>
<text class="title" x="{RIGHT}" y="34">A wrong answer: an edge is missing</text>
<path d="M{LEFT} 80h{TRACK}" stroke="#8c959f" stroke-width="4" stroke-linecap="round"/>
<circle class="slider" cx="{LEFT}" cy="80" r="8" style="transform:translateX({TRACK}px)"/>
{steps}
<g class="failed"><rect x="{RIGHT}" y="56" width="350" height="{19 * len(wrapped) + 18}"/>\
{lines}</g>
<text class="small" x="{RIGHT}" y="{WRONG_TOP - 18}">\
Drawn for h + h.sin(), where h is w.exp():</text>
{_placed(network, LEFT, NETWORK_TOP)}
{_placed(wrong, RIGHT + 70, WRONG_TOP)}
</svg>
"""


def mark_steps(network: ElementTree.Element, order: list[str]) -> list[str]:
    """Number the nodes of a drawing, add the classes for `_rules_of_step`, and return the labels.

    The labels are those of the nodes in `order`.
    """
    steps = {name: number for number, name in enumerate(order, 1)}
    labels = {}
    for group in network.iter(f"{NAMESPACE}g"):
        title = group.findtext(f"{NAMESPACE}title")
        if group.get("class") in ("node", "edge"):  # an edge lights up with the later of its ends
            last = max(steps[name] for name in title.split("->"))
            group.set("class", f"{group.get('class')} step{last}")
        if (shape := group.find(f"{NAMESPACE}ellipse")) is not None:
            labels[title] = group.findtext(f"{NAMESPACE}text")
            right = float(shape.get("cx")) + float(shape.get("rx")) + 3
            place = {"x": f"{right:.1f}", "y": f"{float(shape.get('cy')) + 4:.1f}"}
            number = ElementTree.SubElement(group, f"{NAMESPACE}text", {"class": "number", **place})
            number.text = str(steps[title])
    return [labels[name] for name in order]


def mark_missing(wrong: ElementTree.Element) -> None:
    """Add the class `missing` to the dashed edges of a drawing."""
    for group in wrong.iter(f"{NAMESPACE}g"):
        if any(path.get("stroke-dasharray") for path in group.findall(f"{NAMESPACE}path")):
            group.set("class", "edge missing")


def drawing(svg: str) -> ElementTree.Element:
    """Return a drawing of the lab as an element, without the style that JupyterLab's page needs."""
    return ElementTree.fromstring(re.sub(r"<style>.*?</style>|<!--.*?-->", "", svg, flags=re.S))


def _placed(svg: ElementTree.Element, x: float, y: float) -> str:
    """Place a drawing at a point of the picture; return its text."""
    for side, at in (("x", x), ("y", y)):
        svg.set(side, str(at))
    for side in ("width", "height"):
        svg.set(side, str(float(svg.get(side).removesuffix("pt"))))
    ElementTree.register_namespace("", NAMESPACE[1:-1])
    return re.sub(r"\s*\n\s*", "\n", ElementTree.tostring(svg, encoding="unicode"))


def _rule(selector: str, name: str, *frames: tuple[float, str]) -> str:
    """Return the CSS of an animation: `frames` are (second, declarations), each until the next."""
    text = ""
    for number, (second, look) in enumerate(frames):
        until = frames[number + 1][0] - 0.01 if number + 1 < len(frames) else LENGTH
        text += f"{100 * second / LENGTH:g}%,{100 * until / LENGTH:.4g}%{{{look}}}"
    return f"\n@keyframes {name}{{{text}}}{selector}{{animation:{name} {LENGTH:g}s both}}"


def _shown_from(name: str, second: float, animation: str = "") -> str:
    """Return the rule of what is hidden until a second."""
    return _rule(f".{name}", animation or name, (0, "opacity:0"), (second, "opacity:1"))


def _rules_of_step(number: int, last: bool) -> list[str]:
    """Return the rules of the parts that light up at a step."""
    begins, ends = BEGIN + STEP * (number - 1), BEGIN + STEP * number
    dim = [(BEGIN, "opacity:.3")] if number > 1 else []
    thick = [(0, "stroke-width:1"), (begins, "stroke-width:4"), (ends, "stroke-width:1")]
    words = [(0, "opacity:0"), (begins, "opacity:1"), (ends, "opacity:0")]
    return [
        _rule(f".step{number}", f"s{number}", (0, "opacity:1"), *dim, (begins, "opacity:1")),
        _rule(f".step{number} ellipse", f"r{number}", *thick),
        _shown_from(f"step{number} .number", begins, f"n{number}"),
        # The last caption stays.
        _rule(f".at{number}", f"t{number}", *words[: 2 if last else 3]),
    ]


def _slider(steps: int) -> list[str]:
    """Return the rules of the slider and of the words before the first step."""
    moves = [
        (BEGIN + STEP * (number - 1), f"transform:translateX({TRACK * number / steps:g}px)")
        for number in range(1, steps + 1)
    ]
    return [
        _rule(".at0", "t0", (0, "opacity:1"), (BEGIN, "opacity:0")),
        _rule(".slider", "slider", (0, "transform:translateX(0)"), *moves),
    ]


if __name__ == "__main__":
    main()
