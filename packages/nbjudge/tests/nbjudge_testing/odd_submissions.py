"""Harmless oddities of submissions: what students' programs, systems and habits do to them.

Entry points: `ODDITIES`; `ALL`, the scores of each of these submissions.
"""

import codecs
import copy

import nbformat

from nbjudge_testing.grading_course import ANSWERS, edit

ALL = {
    "test-add-small": 2,
    "test-add-large": 3,
    "add-why": None,
    "test-double-small": 2,
    "test-double-large": 3,
    "double-why": None,
}


def change(alter):
    return lambda folder: edit(folder / "adding.ipynb", alter)


def cells(alter):
    return change(lambda notebook: [alter(cell) for cell in notebook["cells"]])


def data(alter):
    """Let `alter` change the bytes of adding.ipynb."""

    def work(folder):
        path = folder / "adding.ipynb"
        path.write_bytes(alter(path.read_bytes()))

    return work


def own_cell(source, kind="code", **more):
    """Add a cell of the student's at the end, or several."""
    code = {"outputs": [], "execution_count": None} if kind == "code" else {}
    cell = {"cell_type": kind, "metadata": {}, "source": source, **code, **more}
    return change(lambda notebook: notebook["cells"].append(copy.deepcopy(cell)))


def answer(text):
    def alter(cell):
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "add":
            cell["source"] = text

    return cells(alter)


def beside(files):
    def work(folder):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)

    return work


def lines(end):
    """The sources as lists of lines with this end."""

    def alter(cell):
        cell["source"] = [line + end for line in "".join(cell["source"]).split("\n")]

    return cells(alter)


def set_all(**values):
    return cells(lambda cell: cell.update(copy.deepcopy(values)))


def saved_outputs(notebook):
    error = {"output_type": "error", "traceback": []}  # without ename and evalue
    shown = {"output_type": "display_data", "data": {"text/plain": "1"}}  # without metadata
    text = {"output_type": "stream", "text": "x" * 10_000_000}  # without a name
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [error, shown, text, None, 3]
            text = shown


def colab(notebook):
    """Widgets without their state stop nbconvert."""
    notebook["metadata"] |= {
        "colab": {"provenance": [], "toc_visible": True},
        "accelerator": "GPU",
        "widgets": {"application/vnd.jupyter.widget-state+json": {"abc": {"model_name": "x"}}},
    }
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] |= {"id": f"x{number}", "colab": {"base_uri": "https://localhost:8080/"}}


def others(notebook):
    """VS Code, Kaggle, Deepnote and Databricks."""
    notebook["metadata"] |= {"kaggle": {"dataSources": []}, "deepnote": {}, "orig_nbformat": 4}
    notebook["metadata"]["application/vnd.databricks.v1+notebook"] = {"language": "python"}
    for cell in notebook["cells"]:
        cell["metadata"] |= {"vscode": {"languageId": "python"}, "trusted": True, "_uuid": "1"}


def old_format(folder):
    path = folder / "adding.ipynb"
    notebook = nbformat.convert(nbformat.read(path, as_version=4), 3)
    path.write_text(nbformat.writes(notebook, version=3))


def turned(kind):
    """Tests as text: a cell of the course has another type."""

    def alter(cell):
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "test-add-small":
            cell["cell_type"] = kind
            del cell["outputs"], cell["execution_count"]

    return cells(alter)


POOL = """\
from concurrent.futures import ProcessPoolExecutor
pool = ProcessPoolExecutor(2)
left = pool.submit(pow, 2, 3)"""
SERVER = """\
import http.server, threading
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever).start()"""
RAISES = "raise RuntimeError('This module is not the real one.')"
ODDITIES = {
    # The file.
    "mark": data(lambda content: codecs.BOM_UTF8 + content),
    "windows-lines": data(lambda content: content.replace(b"\n", b"\r\n")),
    "mac-lines": data(lambda content: content.replace(b"\n", b"\r")),
    "not-a-number": change(lambda notebook: notebook["metadata"].update(x=float("nan"))),
    "spaces": data(lambda content: b"\n\n " + content + b"\n \n"),
    "schema-1": cells(lambda c: c["metadata"].get("nbgrader", {}).update(schema_version=1)),
    "schema-2": cells(lambda c: c["metadata"].get("nbgrader", {}).update(schema_version=2)),
    "schema-4": cells(lambda c: c["metadata"].get("nbgrader", {}).update(schema_version=4)),
    "schema-text": cells(lambda c: c["metadata"].get("nbgrader", {}).update(schema_version="3")),
    "schema-none": cells(lambda c: c["metadata"].get("nbgrader", {}).pop("schema_version", None)),
    "old-format": old_format,
    **{
        f"minor-{minor}": change(
            lambda notebook, minor=minor: notebook.update(nbformat_minor=minor)
        )
        for minor in (0, 1, 2, 3, 4, 6, 7, 8, 9)
    },
    "ids-are-numbers": set_all(id=7),
    "null-metadata": change(lambda notebook: notebook.update(metadata=None)),
    "no-metadata": change(lambda notebook: notebook.pop("metadata")),
    "colab": change(colab),
    "others": change(others),
    # Cells.
    "source-windows": lines("\r\n"),
    "source-mac": lines("\r"),
    "source-both": lines("\n\r"),
    "test-markdown": turned("markdown"),
    "test-raw": turned("raw"),
    "no-outputs": cells(lambda cell: (cell.pop("outputs", 0), cell.pop("execution_count", 0))),
    "null-outputs": cells(lambda cell: cell.update(outputs=None, execution_count=None)),
    "saved-outputs": change(saved_outputs),
    "null-cell": own_cell(None, None),
    "sql-cell": own_cell("select 1", "sql"),
    "heading-cell": own_cell("Title", "heading", level=2),
    "null-nbgrader": own_cell("1", metadata={"nbgrader": None}),
    "left-nbgrader": own_cell("1", metadata={"nbgrader": {"grade": True, "points": 9}}),
    "surrogates": own_cell("\ud83d", "markdown", metadata={"\ud83d": "\udc00"}),
    "surrogate-in-code": own_cell("x = '\ud83d'  # \udc00"),
    "nul": own_cell("a\0b", "markdown"),
    "attachment": own_cell(
        "![x](attachment:x)", "markdown", attachments={"x": {"a": "b" * 6 * 10**6}}
    ),
    "quotes": own_cell("> " * 3000 + "x", "markdown"),
    "many-cells": change(lambda n: n["cells"].extend([{"cell_type": "raw", "source": ""}] * 1900)),
    # Habits.
    "input": own_cell("name = input('who? ')"),
    "exit": own_cell("exit()"),
    "sys-exit": own_cell("import sys\nsys.exit(1)"),
    "magics": own_cell("%matplotlib inline\n!pip install something\n%time 1"),
    "help": own_cell("add?"),
    "await": own_cell("import asyncio\nawait asyncio.sleep(0)"),
    "environment": answer("import os\nos.environ.clear()\n" + ANSWERS["add"]),
    "stdout": answer("import sys\nsys.stdout = open('log.txt', 'w')\n" + ANSWERS["add"]),
    "prints": answer("def add(x, y):\n    print('adding', x, y)\n    return x + y"),
    "warns": answer("import warnings\ndef add(x, y):\n    warnings.warn('slow')\n    return x + y"),
    "threads": own_cell("import threading\nthreading.Thread(target=input, daemon=True).start()"),
    "pool": own_cell(POOL),
    "server": own_cell(SERVER),
    "no-answer-to-self": own_cell("assert add(1, 1) == 3"),
    # Beside the notebook.
    "shadows": beside(
        {f"{name}.py": RAISES for name in ("random", "numpy", "torch", "sitecustomize")}
    ),
    "tree": beside({".git/config": "[core]", "venv/x/y": "", "a b/ü.txt": ""}),
    "mac": beside({"._adding.ipynb": "\0", "__MACOSX/._adding.ipynb": "\0", ".DS_Store": "\0"}),
    "windows": beside({"Thumbs.db": "", "desktop.ini": "[x]"}),
    "checkpoints": beside({".ipynb_checkpoints/adding-checkpoint.ipynb": "{}"}),
    "exported": beside({"adding.html": "<p>", "adding.py": "add = 1", "adding.pdf": "%PDF"}),
    "untitled": beside({"Untitled.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4}'}),
    "scratch": beside({"scratch.ipynb": '{"cells": [{"source": "1"}], "nbformat": 4}'}),
    # Students.
    "O'Brien": lambda folder: None,
    "张伟": lambda folder: None,
    "-dash": lambda folder: None,
    "#1": lambda folder: None,
    "a[1]": lambda folder: None,
    "=1+1": lambda folder: None,
    "ADA": lambda folder: None,
    "ada": lambda folder: None,
}
