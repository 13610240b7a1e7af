"""Pages of formgrader and of the feedback: no cell takes too much, and all others are shown."""

import os
import re
import signal
import time

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor, Preprocessor
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback
from nbgrader.preprocessors import GetGrades
from traitlets.config import Config

from nbjudge.files.child import Bounds, in_child
from nbjudge.plugins.feedback import FeedbackExporter
from nbjudge.plugins.safehtml import depth

SAFE = Config(HTMLExporter={"preprocessors": ["nbjudge.SafeHTML"]})


def html(text):
    return new_code_cell("1", outputs=[new_output("display_data", {"text/html": text})])


BOMBS = {
    "open-elements": new_markdown_cell(
        "<p>" + "".join(f"<b title={i}>" for i in range(1500)) + "<p>x" * 1500
    ),
    "environments": new_markdown_cell("\\begin{a}" * 11_000),
    "long-markdown": new_markdown_cell("x *y* " * 100_000),
    "brackets": new_markdown_cell("[" * 90_000),
    "quotes": new_markdown_cell("> " * 20_000 + "x"),
    "dollars": new_markdown_cell("$" * 90_000),
    "nested-output": html("<div>" * 30_000),
    "nested-raw": new_raw_cell("<div>" * 30_000),
    "nested-markdown-output": new_code_cell(
        "1", outputs=[new_output("display_data", {"text/markdown": "<div>" * 30_000})]
    ),
    "colors": new_code_cell("1", outputs=[new_output("stream", text="\x1b[1m" * 200_000)]),
    "colored-traceback": new_code_cell(
        "1",
        outputs=[new_output("error", ename="E", evalue="e", traceback=["\x1b[31mx" * 100_000])],
    ),
    "long-code": new_code_cell("x = 1\n" * 200_000),
    "language": new_code_cell("1"),
}
# One page of them all takes a few seconds of processor time, and took minutes and gigabytes.
PAGE = Bounds(cpu_seconds=60, wall_seconds=900, memory_mb=1500)


def test_a_page_of_bombs():
    cells = [new_markdown_cell("# Before"), *BOMBS.values(), new_markdown_cell("# Behind")]
    notebook = new_notebook(cells=cells, metadata={"language_info": {"name": "html"}})
    exporter = HTMLExporter(config=SAFE)
    (page,) = in_child(lambda nb: exporter.from_notebook_node(nb)[0], [notebook], PAGE)
    assert isinstance(page, str), page
    assert ">Before</h1>" in page and ">Behind</h1>" in page
    assert len(page) < 5_000_000
    whys = re.findall(r"Shown as text(?: \(the first part\))?, because it ([a-z ]+)", page)
    assert whys.count("has more than ") + whys.count("nests more than ") >= 6
    assert "opens more than " in whys
    assert "\x1b" not in page


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("", 0),
        ("<p>a<p>b<p>c<br><img>", 0),
        ("<div><b>x</b></div><div></div>", 2),
        ("<table><tr><td><table><tr><td>x</table></table>", 2),
        ("<DIV><div><Div>", 3),
        ("</b></b><b>", 1),
        ("a < b and <3", 0),
    ],
)
def test_depth(text, deep):
    assert depth(text) == deep


def test_cell_that_kills_its_child(monkeypatch):
    """Three cells at most cost a child; what stands behind them is shown as text."""
    import nbjudge.plugins.safehtml as safehtml

    whole = safehtml.show

    def show(cell, *how):
        if "kill" in cell.source:
            os.kill(os.getpid(), signal.SIGKILL)
        if "odd" in cell.source:
            raise KeyError("odd")
        return whole(cell, *how)

    monkeypatch.setattr(safehtml, "show", show)
    texts = ["# one", "odd *a*", "kill *b*", "# two", "kill *c*", "kill <i>", "# three"]
    notebook = new_notebook(cells=[new_markdown_cell(text) for text in texts])
    page, _ = HTMLExporter(config=SAFE).from_notebook_node(notebook)
    assert ">one</h1>" in page and ">two</h1>" in page and ">three</h1>" not in page
    for text in ("odd *a*", "kill *b*", "kill *c*", "kill &lt;i&gt;", "# three"):
        assert f"<pre>{text}</pre>" in page


def test_cells_that_take_too_long_together(monkeypatch):
    """None goes beyond what a cell may take; what stands behind a while of them is text."""
    import nbjudge.plugins.safehtml as safehtml

    whole = safehtml.show

    def show(cell, *how):
        time.sleep(0.2)
        return whole(cell, *how)

    monkeypatch.setattr(safehtml, "show", show)
    monkeypatch.setattr(safehtml, "PAGE_SECONDS", 1)
    notebook = new_notebook(cells=[new_markdown_cell(f"*{number}*") for number in range(20)])
    page, _ = HTMLExporter(config=SAFE).from_notebook_node(notebook)
    assert "<em>0</em>" in page and "<em>19</em>" not in page
    assert (
        "it comes after cells that used up the page's time or memory" in page
        and "<pre>*19*</pre>" in page
    )


class Bad(Preprocessor):
    """What a notebook may do to the conversion of its page."""

    def preprocess(self, nb, resources):
        for cell in nb.cells:
            if cell.source == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            if cell.source == "raise":
                raise KeyError("\x1b[2J")
        return nb, resources


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("die", "did not finish: its process was killed"),
        ("raise", "cannot be converted: KeyError"),
    ],
)
def test_page_that_cannot_be_made(tmp_path, source, reason):
    database = f"sqlite:///{tmp_path}/gradebook.db"
    with Gradebook(database) as gradebook:
        gradebook.add_assignment("ps")
        gradebook.add_student("amy")
        for name in (source, "fine"):
            gradebook.add_notebook(name, "ps")
            notebook = new_notebook(cells=[new_markdown_cell(f"*{name}*"), new_raw_cell(name)])
            nbformat.write(notebook, tmp_path / f"{name}.ipynb")
        gradebook.add_submission("ps", "amy")
    config = Config(HTMLExporter={"preprocessors": [Bad]})
    # As nbgrader's converter makes it.
    exporter = FeedbackExporter(config=GenerateFeedback(config=config).config)
    exporter.register_preprocessor(GetGrades)
    exporter.register_preprocessor(CSSHTMLHeaderPreprocessor)

    def page(name):
        about = {"notebook": name, "assignment": "ps", "student": "amy", "db_url": database}
        resources = {"unique_key": name, "nbgrader": about}
        return exporter.from_filename(str(tmp_path / f"{name}.ipynb"), resources)

    made, resources = page(source)
    assert f"No feedback can be shown: the notebook {reason}" in made
    assert resources["output_extension"] == ".html" and resources["unique_key"] == source
    assert "<em>fine</em>" in page("fine")[0]
