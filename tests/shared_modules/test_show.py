"""show.py: with `dot`, without it, with graphs that are too large, broken or slow."""

import base64
import contextlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import graphviz
import psutil
import pytest
import torch
from support.notebook_imports import importing
from support.paths import SOURCE
from torch import nn

needs_dot = pytest.mark.skipif(
    shutil.which("dot") is None, reason="the Graphviz program dot is not installed"
)


@pytest.fixture
def show_module(monkeypatch):
    """A fresh import of the show.py that students get; what is displayed is in `.shown`."""
    with importing(SOURCE / "autograd") as load:
        module, module.shown = load("show"), []
        monkeypatch.setattr(load("drawing.draw"), "PATIENCE", 60.0)  # a busy machine is slow
        monkeypatch.setattr(
            load("drawing.draw"), "display", lambda shown, raw: module.shown.append(shown)
        )
        yield module


def picture_of(show_module):
    """The one picture that was shown, as SVG text."""
    (shown,) = show_module.shown
    assert set(shown) == {"image/svg+xml", "text/html", "text/plain"}
    svg = shown["image/svg+xml"]
    assert svg.startswith("<svg")
    # Where scripts are cut, the page still has the same picture, and no wider than itself.
    image = re.search(r'<img src="data:image/svg\+xml;base64,(\S+)" [^>]*>', shown["text/html"])
    assert base64.b64decode(image[1]).decode() == svg
    assert "max-width:100%;background:white" in image[0]
    # And the list of its arrows, which is outside of what the script replaces.
    assert "</div><details><summary>The arrows as a list</summary>" in shown["text/html"]
    return svg


@pytest.fixture
def no_dot(monkeypatch, tmp_path):
    """A machine without the program `dot` and without the widget."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "graphviz_anywidget", None)


def chain(length):
    """A chain of `length` edges, as the package graphviz writes it."""
    dot = graphviz.Digraph()
    for step in range(length + 1):
        dot.node(str(step), f"Step{step}")
    for step in range(length):
        dot.edge(str(step), str(step + 1))
    return dot


@needs_dot
@pytest.mark.parametrize("as_text", [False, True], ids=["Digraph", "text"])
def test_dot_draws_every_node_and_every_parallel_edge(show_module, capsys, as_text):
    dot = chain(2)
    dot.edge("0", "1")
    show_module.show(dot.source if as_text else dot)
    picture = picture_of(show_module)
    assert re.findall(r">(Step\d)<", picture) == ["Step0", "Step1", "Step2"]
    assert picture.count('class="edge"') == 3
    assert capsys.readouterr().out == ""


@needs_dot
def test_a_wide_graph_is_drawn_whole_and_large_enough_to_read(show_module):
    wide = graphviz.Digraph()
    for leaf in range(60):
        wide.edge("root", f"leaf number {leaf}")
    show_module.show(wide)
    picture = picture_of(show_module)
    assert picture.count('class="node"') == 61
    assert set(re.findall(r'font-size="([\d.]+)"', picture)) == {"11.00"}
    assert "scale(1 1)" in picture  # dot has not made it smaller


@needs_dot
def test_a_label_cannot_end_the_script(show_module):
    show_module.show('digraph { a [label="</script><b>"] }', order=["</script>"])
    (shown,) = show_module.shown
    assert shown["text/html"].count("</script>") == 1


@needs_dot
def test_a_leaf_used_100_times_is_laid_out_in_time(show_module, capsys):
    dot = chain(100)
    for step in range(100):
        dot.edge(str(step), "leaf")
    show_module.show(dot)
    assert capsys.readouterr().out == ""
    assert picture_of(show_module).count('class="edge"') == 200


def test_without_dot_the_text_is_printed_with_one_line_of_advice(show_module, capsys, no_dot):
    dot = chain(1)
    show_module.show(dot)
    *text, advice = capsys.readouterr().out.splitlines()
    assert "\n".join(text) == dot.source.rstrip()
    assert "install Graphviz" in advice
    assert show_module.shown == []


class Place:
    """Stands for what is displayed, and keeps what takes its place."""

    def __init__(self):
        self.shown = []

    def update(self, shown, raw):
        self.shown.append(shown)


def test_without_dot_the_page_draws_and_the_picture_takes_its_place(
    show_module, capsys, monkeypatch, tmp_path
):
    """The same is shown in the end as where `dot` draws."""
    in_page, place = importlib.import_module("lab.drawing.browser_renderer"), Place()
    monkeypatch.setenv("PATH", str(tmp_path))
    widgets, sent = [], []
    monkeypatch.setattr(
        in_page, "display", lambda widget, display_id: widgets.append(widget) or place
    )
    monkeypatch.setattr(in_page.Drawing, "send", lambda _, content: sent.append(content))
    show_module.show(chain(1), order=["0", "1"])
    (widget,) = widgets
    (text,) = json.loads(widget.dot_source)
    # The course's style comes first, so that the learner's own counts.
    assert text.startswith('digraph { node [fontname="Helvetica" ') and text.endswith("}\n")
    for strange in (None, {}, {"svgs": 1}, {"svgs": []}, {"svgs": ["<script>"]}, {"svgs": [1]}):
        widget._handle_custom_msg(strange, [])
    assert place.shown == sent == []
    node = '<g class="node"><title>0</title><text x="0" y="0">a</text></g>'
    widget._handle_custom_msg({"svgs": [f'<svg viewBox="0 0 1 1">{node}</svg>']}, [])
    (shown,) = place.shown
    assert shown["image/svg+xml"].startswith('<svg viewBox="0 0 1 1"><style>')
    assert '["0", "1"]' in shown["text/html"] and sent == [{"html": shown["text/html"]}]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("edges_only", [False, True], ids=["nodes", "edges"])
@needs_dot
def test_of_a_graph_that_is_too_large_the_first_part_is_drawn(show_module, capsys, edges_only):
    dot = chain(1) if edges_only else chain(show_module.NODE_BUDGET + 9)
    if edges_only:
        for _ in range(show_module.EDGE_BUDGET):
            dot.edge("0", "1")
    nodes = 2 if edges_only else show_module.NODE_BUDGET
    edges = show_module.EDGE_BUDGET if edges_only else show_module.NODE_BUDGET - 1
    show_module.show(dot)
    picture = picture_of(show_module)
    assert picture.count('class="node"') == nodes and picture.count('class="edge"') == edges
    whole_nodes, whole_edges = show_module.size(dot.source)
    assert capsys.readouterr().out == (
        f"Too large to be read as a whole. Drawn: the first {nodes} of {whole_nodes:,} nodes, and "
        f"{edges} of {whole_edges:,} edges, those between them. Left out: the rest.\n"
    )


def test_names_in_quotation_marks_and_ports_are_told_apart(show_module, monkeypatch):
    monkeypatch.setattr(sys.modules["lab.drawing.dot_text"], "NODE_BUDGET", 1)
    text = 'digraph {\n"a b" [label=x]\nc [label=y]\n"a b":out -> "a b"\n"a b" -> c:in\n}'
    assert show_module.beginning(text) == ('digraph {\n"a b" [label=x]\n"a b":out -> "a b"\n}')


def test_a_dot_that_takes_too_long_is_stopped(show_module, capsys, monkeypatch, tmp_path):
    program = tmp_path / "dot"
    program.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for limit in ("SECONDS", "PATIENCE"):
        monkeypatch.setattr(sys.modules["lab.drawing.draw"], limit, 0.3)
    show_module.show(chain(1))
    assert "dot took longer than 0.3 seconds" in capsys.readouterr().out
    assert show_module.shown == []


@needs_dot
def test_text_that_is_not_dot_is_refused_in_a_sentence(show_module, capsys):
    show_module.show("digraph { a -> ")
    said = capsys.readouterr().out
    assert said.startswith("Not drawn: dot cannot read this graph.") and "syntax error" in said
    assert said.count("\n") == 1
    assert show_module.shown == []


def own_dots():
    """The programs `dot` that this process has started and that still run."""
    return [child for child in psutil.Process().children() if child.name() == "dot"]


def labels(show_module):
    """The labels of the nodes in the last picture that was shown."""
    return re.findall(r">(Step\d+)<", show_module.shown[-1]["image/svg+xml"])


@needs_dot
def test_one_dot_draws_one_graph_after_the_other(show_module):
    before = own_dots()
    for length in (1, 2, 3, 2):
        show_module.show(chain(length))
        assert labels(show_module) == [f"Step{step}" for step in range(length + 1)]
    (dot,) = set(own_dots()) - set(before)
    assert dot.cmdline()[1] == "-Tsvg"


@needs_dot
@pytest.mark.parametrize(
    "text",
    [
        "digraph { a -> ",
        "digraph { a -> }",
        "digraph { a } }",
        'digraph { a [label="b] }',
        "digraph { a [label=<b] }",
        "digraph { a } digraph { b }",
        "",
    ],
)
def test_after_a_text_that_is_not_one_graph_the_next_picture_is_right(
    show_module, capsys, monkeypatch, text
):
    monkeypatch.setattr(sys.modules["lab.drawing.draw"], "PATIENCE", 0.5)
    show_module.show(chain(1))
    show_module.show(text)
    assert capsys.readouterr().out.startswith("Not drawn: dot cannot read this graph.")
    assert len(show_module.shown) == 1
    show_module.show(chain(2))
    assert labels(show_module) == ["Step0", "Step1", "Step2"]
    assert capsys.readouterr().out == ""


@needs_dot
def test_after_a_comment_that_does_not_end_the_next_picture_is_right(show_module, monkeypatch):
    monkeypatch.setattr(sys.modules["lab.drawing.draw"], "PATIENCE", 0.5)
    show_module.show("digraph { a } /* b")
    show_module.show(chain(2))
    assert len(show_module.shown) == 2 and labels(show_module) == ["Step0", "Step1", "Step2"]


@needs_dot
@pytest.mark.parametrize("lasting", ["layout=neato", "outputorder=edgesfirst"])
def test_an_attribute_of_one_graph_does_not_change_the_next(show_module, lasting):
    def picture():
        show_module.show(chain(4))
        return re.findall(r'points="[^"]*"|class="\w+"', show_module.shown[-1]["image/svg+xml"])

    alone = picture()
    show_module.show(f"digraph {{ {lasting}; a -> b -> c }}")
    assert len(show_module.shown) == 2 and picture() == alone


@needs_dot
def test_a_fork_draws_with_a_dot_of_its_own(show_module):
    show_module.show(chain(1))
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        show_module.show(chain(2))
        os.write(writer, repr((labels(show_module), len(own_dots()))).encode())
        os._exit(0)
    os.close(writer)
    show_module.show(chain(3))
    os.waitpid(pid, 0)
    with open(reader) as drawn:
        assert drawn.read() == repr((["Step0", "Step1", "Step2"], 1))
    assert labels(show_module) == ["Step0", "Step1", "Step2", "Step3"]


@needs_dot
def test_a_dot_that_was_killed_is_replaced(show_module, capsys):
    before = own_dots()
    show_module.show(chain(1))
    (dot,) = set(own_dots()) - set(before)
    dot.kill()
    show_module.show(chain(2))
    show_module.show(chain(3))
    assert labels(show_module) == ["Step0", "Step1", "Step2", "Step3"]
    assert len(show_module.shown) == 3 and capsys.readouterr().out == ""


@needs_dot
def test_a_graph_larger_than_a_pipe_is_drawn_and_so_is_the_next(show_module):
    long = graphviz.Digraph()
    for number in range(200):
        long.node(f"n{number}", "x" * 1_000)
    show_module.show(long)
    assert show_module.shown[0]["image/svg+xml"].count("x" * 1_000) == 200
    show_module.show(chain(2))
    assert labels(show_module) == ["Step0", "Step1", "Step2"]


@needs_dot
def test_several_pictures_of_one_cell_stay_in_order(show_module):
    draw = sys.modules["lab.drawing.draw"]
    program = shutil.which("dot")
    first, second = draw.run_dot(program, [chain(1).source, chain(2).source])
    assert re.findall(r">(Step\d)<", first) == ["Step0", "Step1"]
    assert re.findall(r">(Step\d)<", second) == ["Step0", "Step1", "Step2"]


@needs_dot
def test_dot_ends_with_the_process_that_draws():
    program = (
        "import os, sys, psutil\n"
        f"sys.path.insert(0, {str(SOURCE / 'autograd')!r})\n"
        "from lab.drawing.draw import run_dot\n"
        f"run_dot({shutil.which('dot')!r}, ['digraph {{ a }}'])\n"
        "print(*[child.pid for child in psutil.Process().children()], flush=True)\n"
        "os._exit(0)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    (pid,) = map(int, run.stdout.split())
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(pid).wait(timeout=30)
    assert run.stderr == ""


def test_anything_else_is_a_type_error(show_module):
    with pytest.raises(TypeError, match=r"graphviz\.Digraph or DOT text, got None"):
        show_module.show(None)


def test_a_failed_check_keeps_its_lines_and_wraps_the_long_ones(show_module):
    program = "y = w * x\n    n = w * y  # indented\n\nm = n * w"
    error = show_module.CheckFailed(f"{'word ' * 30}\n{program}")
    *sentence, first, second, third, fourth = error._render_traceback_()
    assert [first, second, third, fourth] == program.split("\n")
    assert " ".join(sentence) == ("word " * 30).strip()
    # nbgrader's Validate indents by 4 and cuts what is longer than 87.
    assert len(sentence) == 2 and max(map(len, sentence)) <= 83
    assert max(map(len, show_module.CheckFailed("x" * 200)._render_traceback_())) == 83


@needs_dot
@pytest.mark.parametrize("as_text", [False, True], ids=["Digraph", "text"])
def test_a_picture_is_saved_beside_the_notebook(
    show_module, monkeypatch, tmp_path, capsys, as_text
):
    monkeypatch.chdir(tmp_path)
    dot = chain(3)
    show_module.save(dot.source if as_text else dot, "my-network.svg")
    assert (
        capsys.readouterr().out == "The picture is saved as my-network.svg, next to the notebook.\n"
    )
    picture = ElementTree.parse(tmp_path / "my-network.svg").getroot()
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == [f"Step{step}" for step in range(4)]
    assert show_module.shown == []


def test_without_dot_a_sentence_says_why_nothing_is_saved(show_module, no_dot, capsys, tmp_path):
    show_module.save(chain(3), str(tmp_path / "mine.svg"))
    said = capsys.readouterr().out
    assert "mine.svg is not saved. A file needs the program dot, which is missing: install" in said
    assert "apt install graphviz" in said and not (tmp_path / "mine.svg").exists()


@needs_dot
def test_a_folder_that_cannot_be_written_is_said(show_module, tmp_path, capsys):
    show_module.save(chain(3), str(tmp_path / "not" / "there.svg"))
    said = capsys.readouterr().out
    assert "there.svg is not saved." in said and "No such file or directory" in said


def test_only_an_answer_that_is_not_written_is_called_so(show_module, capsys):
    """PyTorch raises NotImplementedError as well: for misspelt names, and for a dtype."""

    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * x

        @staticmethod
        def backwards(ctx, grad_output):
            return grad_output

    class Net(nn.Module):
        def foward(self, x):
            return x

    x = torch.ones(2, requires_grad=True)
    for fail, words in [
        (lambda: Square.apply(x).sum().backward(), "You must implement either the backward"),
        (lambda: Net()(x), r'is missing the required "forward" function'),
        (lambda: torch.ones(2, dtype=torch.int64).log_softmax(0), "not implemented for"),
    ]:
        with pytest.raises(NotImplementedError, match=words), show_module.if_written("it"):
            fail()
    assert capsys.readouterr().out == ""
    with show_module.if_written("it"):
        raise NotImplementedError("This part is not written yet. When it is, delete this line.")
    assert capsys.readouterr().out == "it is not written yet.\n"


def test_the_name_of_a_case_is_added_to_what_goes_wrong_in_it(show_module):
    naming, failed, line = show_module.naming, show_module.CheckFailed, 'digraph { "a" }'
    for sentence in ("You return 4.", "n = 2: You return 4."):
        with pytest.raises(failed, match=r"^n = 2: You return 4\.$") as caught, naming("n = 2"):
            show_module.check(False, sentence, line)
        assert caught.value.picture == line

    def answer(n):
        return [1][n]

    with pytest.raises(IndexError, match=r"^list index out of range \(n = 2\)$") as caught:
        with naming("n = 2"):
            answer(2)
    assert caught.traceback[-1].name == "answer"
    with pytest.raises(RuntimeError, match=r"^One \(n = 2\)\nTwo$"), naming("n = 2"):
        raise RuntimeError("One\nTwo")

    class OwnError(Exception):  # such as an error of the grader
        pass

    written = NotImplementedError("This part is not written yet.")
    character = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no")
    for error in (OwnError("as it is"), written, character, KeyboardInterrupt()):
        with pytest.raises(type(error)) as caught, naming("n = 2"):
            raise error
        assert caught.value is error
    with naming("n = 2"):
        answer(0)


def contrast(one, other):
    """The contrast of two colors like `#1b2c3d`, as the WCAG defines it."""

    def light(color):
        parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted(map(light, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_red_and_grey_can_be_read_on_light_and_dark_pages():
    with importing(SOURCE / "autograd") as load:
        sheet = load("drawing.draw").THICK
    for page, ground in [
        (r"^\.graph", "#ffffff"),
        (r'^\[data-jp-theme-light="false"\]', "#111111"),
    ]:
        ((red, grey),) = re.findall(rf"{page}.*\{{ --red: (\S+); --grey: (\S+) \}}", sheet, re.M)
        for color in (red, grey):
            color = color if len(color) == 7 else "#" + "".join(2 * part for part in color[1:])
            assert contrast(color, ground) >= 4.5, (color, ground)


@needs_dot
def test_the_bars_of_notebook_2_are_told_in_words(capsys):
    with importing(SOURCE / "autograd") as load:
        pictures, shown = load("drawing.pictures"), []
        pictures.display = lambda data, raw: shown.append(data)
        pictures.show_sizes({"sigmoid": [1.0, 1e-5, 4.6e-10], "a & b": [1.0, 0.5]})
    told = (
        "sigmoid: 1e+00 at layer 3, 5e-10 at layer 1",
        "a & b: 1e+00 at layer 2, 5e-01 at layer 1",
    )
    assert capsys.readouterr().out.splitlines() == list(told)
    alt = re.search(r'<img [^>]*alt="([^"]*)"', shown[0]["text/html"])[1]
    assert alt == f"Bars, one for each layer. {'; '.join(told)}.".replace("&", "&amp;")
