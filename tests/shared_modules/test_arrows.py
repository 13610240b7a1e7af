"""The list of arrows tells a graph completely: each drawing of the released notebooks is rebuilt.

Oracle: what Graphviz itself reads in the DOT text (`dot -Tjson0`).
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter

import pytest
from support.notebook_imports import importing
from support.paths import ROOT, SOURCE

pytestmark = pytest.mark.skipif(
    shutil.which("dot") is None, reason="the Graphviz program dot is not installed"
)
# Runs the code cells of notebooks, each notebook in names of its own, and prints for each drawing
# the cell, its DOT texts and its display data.
RUN = """
import contextlib, io, json, sys
sys.path.insert(0, ".")
from lab.drawing import draw
drawn, texts, cell = [], [], ""
run_dot = draw.run_dot
draw.run_dot = lambda program, found: texts.append(found) or run_dot(program, found)
draw.display = lambda shown, raw: drawn.append([cell, texts.pop() if texts else [], shown])
for path in sys.argv[1:]:
    names = {"__name__": "__main__"}
    for each in json.load(open(path))["cells"]:
        if each["cell_type"] == "code":
            cell = path[0] + "/" + each["id"]
            with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(AssertionError):
                exec("".join(each["source"]), names)
print(json.dumps(drawn))
"""
ROW = re.compile(r"(.+) ([→↔–]) (.+?)(?:, (\d+) arrows)?(?: \[(.*)\])?")  # noqa: RUF001


def rebuilt(rows):
    """The nodes and arrows that a list tells: {name: True}, and a Counter of (tail, kind, head)."""
    nodes, arrows = {}, Counter()
    for row in rows:
        if row.startswith(("In the box ", "In ")) and ": " in row:
            continue
        if row.endswith(", no arrows"):
            nodes[row.removesuffix(", no arrows")] = True
            continue
        tail, kind, head, number, _ = ROW.fullmatch(row).groups()
        nodes |= {tail: True, head: True}
        arrows[tail, kind, head] += int(number or 1)
    return nodes, arrows


def read_by_dot(text):
    """What Graphviz reads: the label of each visible node, its arrows, and {box: its nodes}."""
    run = subprocess.run(["dot", "-Tjson0"], input=text, capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    objects = {each["_gvid"]: each for each in found.get("objects", [])}
    labels = {}
    for number, each in objects.items():
        if "nodes" not in each and "subgraphs" not in each and "invis" not in each.get("style", ""):
            label = each["label"].replace("\\N", each["name"])
            lines = re.split(r"\\n|\n|<br/>", re.sub(r"<(?!br/)[^>]*>", "", label))
            lines = [" ".join(html.unescape(line).split()) for line in lines]
            labels[number] = ", ".join(line for line in lines if line)
    arrows = Counter()
    for edge in found.get("edges", []):
        if "invis" not in edge.get("style", "") and {edge["tail"], edge["head"]} <= set(labels):
            way = edge.get("dir", "forward" if found["directed"] else "none")
            ends = edge["tail"], edge["head"]
            kind = {"both": "↔", "none": "–"}.get(way, "→")  # noqa: RUF001
            arrows[(*(ends[::-1] if way == "back" else ends), kind)] += 1
    boxes = {
        each["label"]: each["nodes"] for each in objects.values() if each["name"][:7] == "cluster"
    }
    return labels, arrows, boxes


def lists_of(page):
    """The lists in HTML: {title: rows}."""
    parts = re.findall(r"(?:<p>(.*?)</p>)?<ul>(.*?)</ul>", page)
    return {
        html.unescape(title): [html.unescape(row) for row in re.findall("<li>(.*?)</li>", rows)]
        for title, rows in parts
    }


def check_part(rows, labels, arrows, fingerprint):
    """Compare a list with the part of a graph that has these labels and arrows."""
    nodes, told = rebuilt(rows)
    known = set(labels.values())
    kinds = {n: n if n in known else re.sub(r" \d+$", "", n) for n in nodes}
    assert Counter(kinds.values()) == Counter(labels.values())
    for kind in "→↔–":  # noqa: RUF001
        mine = [(t, h) for (t, k, h), times in told.items() if k == kind for _ in range(times)]
        real = [(t, h) for (t, h, k), times in arrows.items() if k == kind for _ in range(times)]
        mine += [edge[::-1] for edge in mine] if kind != "→" else []
        real += [edge[::-1] for edge in real] if kind != "→" else []
        assert Counter((kinds[t], kinds[h]) for t, h in mine) == Counter(
            (labels[t], labels[h]) for t, h in real
        )
        if kind == "→":
            numbers = {}
            assert fingerprint(kinds, mine, numbers) == fingerprint(labels, real, numbers)


def put_solutions_into(folder):
    """Put the reference solutions of an assignment into a copy of its release."""
    put = 0
    for path in folder.glob("*.ipynb"):
        source = json.loads((SOURCE / folder.name / path.name).read_text())["cells"]
        answers = {
            cell["id"]: cell["source"]
            for cell in source
            if cell["metadata"].get("nbgrader", {}).get("solution") and cell["cell_type"] == "code"
        }
        notebook = json.loads(path.read_text())
        for cell in notebook["cells"]:
            if cell["id"] in answers:
                assert cell["source"] != answers[cell["id"]], (
                    f"{path}: {cell['id']} holds it already"
                )
                cell["source"] = answers[cell["id"]]
                put += 1
        path.write_text(json.dumps(notebook))
    assert put >= 4


@pytest.mark.parametrize("assignment", ["primer", "autograd", "simple-grad"])
def test_each_drawing_of_the_released_notebooks_is_rebuilt_from_its_list(assignment, tmp_path):
    # A copy, because notebook 3 of the lab saves a picture next to it.
    unwanted = shutil.ignore_patterns("__pycache__")
    release = ROOT / "release" / assignment
    folder = shutil.copytree(release, tmp_path / assignment, ignore=unwanted)
    put_solutions_into(folder)
    run = subprocess.run(
        [sys.executable, "-c", RUN, *sorted(path.name for path in folder.glob("*.ipynb"))],
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    drawn = [each for each in json.loads(run.stdout) if each[1]]
    with importing(SOURCE / "autograd") as load:
        fingerprint = load("checks.drawing_checks").fingerprint
    looked_at = 0
    for cell, texts, shown in drawn:
        page = shown["text/html"]
        if "<details>" not in page:
            continue  # the last picture of a replay that is not a graph
        labels, arrows, boxes = read_by_dot(texts[-1])
        for title, rows in lists_of(page).items():
            assert all(row in shown["text/plain"].splitlines() for row in rows), cell
            inside = boxes[title] if title else list(labels)
            part = {node: label for node, label in labels.items() if node in inside}
            within = Counter({e: n for e, n in arrows.items() if {e[0], e[1]} <= set(part)})
            try:
                check_part(rows, part, within, fingerprint)
            except AssertionError as error:
                raise AssertionError(f"{cell}: {rows}") from error
            looked_at += 1
    assert looked_at >= 9


@pytest.fixture
def lists():
    """A function of DOT text that returns the lists of its picture."""
    with importing(SOURCE / "primer") as load:
        draw, read = load("drawing.draw"), load("drawing.arrows").read_picture
        yield lambda text: read(draw.run_dot(shutil.which("dot"), [text])[0])


def test_equal_labels_are_numbered_and_parallel_arrows_counted(lists):
    picture = lists("digraph { a [label=add]; b [label=add]; a -> b; a -> b; a -> c [label=x] }")
    assert picture.lists() == {"": ["add 1 → add 2, 2 arrows", "add 1 → c [x]"]}
    assert picture.sentence() == "A graph of 3 nodes and 3 edges"
    nodes = picture.as_data()["nodes"]
    assert nodes["a"]["spoken"] == "add 1, arrows in: 0, out: 3, to add 2 (2 arrows); c"
    assert lists("digraph { a -> b }").sentence() == "A graph of 2 nodes and 1 edge"


def test_the_title_and_a_dashed_arrow_are_in_words(lists):
    picture = lists(r"""digraph { label="Your drawing\ndashed: missing" labelloc=t
        subgraph cluster_0 { label=box a b } a -> b [style=dotted] b -> c [color=red style=dashed]
    }""")
    assert picture.sentence() == "Your drawing. dashed: missing. A graph of 3 nodes and 2 edges"
    assert picture.rows(["a", "b", "c"])[:2] == ["b → c [red, dashed]", "a → b"]


def test_a_number_that_is_taken_is_not_given_twice(lists):
    picture = lists('digraph { 1 [label="a 1"]; 2 [label=a]; 3 [label=a] }')
    assert sorted(picture.names().values()) == ["a 1", "a 2", "a 3"] or len(
        set(picture.names().values())
    ) == len(picture.names())


def test_an_arrow_leads_where_its_head_points(lists):
    rows = lists("digraph { a -> b [dir=back]; c -> d [dir=both]; e -> f [dir=none] }").lists()[""]
    assert rows == ["b → a", "c ↔ d", "e – f"]  # noqa: RUF001
    assert lists("graph { a -- b }").lists()[""] == ["a – b"]  # noqa: RUF001


def test_invisible_parts_are_left_out_and_colors_are_told(lists):
    picture = lists(
        "digraph { a -> b [style=invis]; a -> c [color=red label=hm]; d [style=invis]\n"
        'e [label="w\\nrequires grad" style=filled fillcolor=lightblue] }'
    )
    rows = ["a → c [hm, red]", "b, no arrows", "w, requires grad, no arrows"]
    assert picture.lists() == {"": [*rows, "In lightblue: w, requires grad"]}


def test_pictures_side_by_side_have_a_list_each_and_a_box_within_a_picture_none(lists):
    apart = lists(
        'digraph { subgraph cluster_0 { label="one" a [label=x]; b [label=x]; a -> b }\n'
        'subgraph cluster_1 { label="two" c [label=x]; d [label=x]; d -> c } }'
    )
    assert apart.lists() == {"one": ["x 1 → x 2"], "two": ["x 2 → x 1"]}
    within = lists('digraph { subgraph cluster_0 { label="m" a; b; a -> b } x -> a; b -> y }')
    assert within.lists()[""][-1] == "In the box m: a; b"


def test_names_with_an_arrow_and_ports_are_told_apart(lists):
    picture = lists('digraph { "a->b" -> "c--d":n; "a->b" [label=first]; "c--d" [label="<p> x"] }')
    assert picture.lists() == {"": ["first → <p> x"]}
    assert "&lt;p&gt; x" in picture.as_html("L")
