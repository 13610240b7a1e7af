"""Submissions that are each bad in their own way, with their scores and the reason for attention.

Entry point: `CASES`. What is not bad in a submission earns its points.
"""

import gzip
import json
import os
import shutil
import sys

import nbformat

from nbjudge_testing.grading_course import ANSWERS, NOTEBOOKS, PS, edit

ADDING = {"test-add-small": 2, "test-add-large": 3, "add-why": None}
DOUBLING = {"test-double-small": 2, "test-double-large": 3, "double-why": None}
ALL = ADDING | DOUBLING
NOTHING = dict.fromkeys(ADDING) | DOUBLING  # nothing of adding.ipynb could be scored
ZERO = dict.fromkeys(ADDING, 0) | DOUBLING
UNSOLVED = {"test-add-small": 0, "test-add-large": 0, "add-why": None} | DOUBLING


def write(content):
    """Damage: adding.ipynb holds these bytes."""
    return lambda folder: (folder / "adding.ipynb").write_bytes(content)


def change(alter):
    """Damage: `alter` the JSON of adding.ipynb."""
    return lambda folder: edit(folder / "adding.ipynb", alter)


def set_key(key, value):
    return change(lambda notebook: notebook.update({key: value}))


def without(*grade_ids):
    def alter(notebook):
        notebook["cells"] = [c for c in notebook["cells"] if grade_id(c) not in grade_ids]

    return change(alter)


def grade_id(cell):
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def in_cell(name, alter):
    """Damage: `alter` the cell with this grade_id."""

    def alter_notebook(notebook):
        for cell in notebook["cells"]:
            if grade_id(cell) == name:
                alter(cell)

    return change(alter_notebook)


def remove_all(folder):
    for name in NOTEBOOKS:
        (folder / f"{name}.ipynb").unlink()


def double_cells(notebook):
    """The solution cell split in two, as JupyterLab does it: both parts keep the metadata."""
    place = next(i for i, c in enumerate(notebook["cells"]) if grade_id(c) == "add")
    first = json.loads(json.dumps(notebook["cells"][place])) | {"source": "one = 1"}
    notebook["cells"].insert(place, first)


def old_format(folder):
    path = folder / "adding.ipynb"
    notebook = nbformat.convert(nbformat.read(path, as_version=4), 3)
    path.write_text(nbformat.writes(notebook, version=3))


def link_out(folder):
    os.symlink(folder.parents[2] / "gradebook.db", folder / "mine.txt")
    (folder / "adding.ipynb").unlink()
    other = folder.parents[1] / "honest" / PS / "adding.ipynb"
    os.symlink(other, folder / "adding.ipynb")


def strange_files(folder):
    os.mkfifo(folder / "pipe")
    (folder / "line\nbreak.txt").write_text("x")
    (folder / os.fsdecode(b"bytes\xff.txt")).write_text("x")
    (folder / "timestamp.txt").write_text("yesterday or so")


def clashing_files(folder):
    """What the instructor has as a file is a folder here."""
    (folder / "numbers.txt").mkdir()
    (folder / "numbers.txt" / "x").write_text("x")
    (folder / "nbjudge.json").write_text("forged")


def timestamp(text):
    return lambda folder: (folder / "timestamp.txt").write_text(text)


def heading(level):
    """Damage: an old notebook with a heading of this level."""
    cell = {"cell_type": "heading", "level": level, "source": "x", "metadata": {}}
    raw = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [cell]}]}
    return write(json.dumps(raw).encode())


def huge(folder):
    (folder / "adding.ipynb").write_bytes(b" " * 101_000_000)


def printed(cell):
    """Add 21 MB of output, as a loop leaves that prints at every step."""
    text = "step 1: loss 0.25\n" * 1_200_000
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}]


def renamed_and_printed(folder):
    in_cell("add", printed)(folder)
    renamed("adding (1).ipynb")(folder)


def move_to_top(name):
    """Damage: the cell with this grade_id is the first one."""

    def alter(notebook):
        notebook["cells"].sort(key=lambda cell: grade_id(cell) != name)

    return change(alter)


def newer_python(answer):
    """Damage: an answer that was written with a Python of the future."""

    def alter(notebook):
        notebook["metadata"]["language_info"] = {"name": "python", "version": "3.99.1"}
        for cell in notebook["cells"]:
            if grade_id(cell) == "add":
                cell["source"] = answer

    return change(alter)


def deep_folders(folder):
    for _ in range(60):
        folder = folder / "d"
    folder.mkdir(parents=True)
    (folder / "x.txt").write_text("x")


def copied_folder(folder, more=""):
    content = (folder / "adding.ipynb").read_text()
    (folder / "adding-Copy1.ipynb").write_text(content + more)
    (folder / "notes.txt").write_text("mine")


def recoded(encoding):
    def alter(folder):
        path = folder / "adding.ipynb"
        path.write_bytes(path.read_text().encode(encoding))

    return alter


def conflict(folder):
    path = folder / "adding.ipynb"
    text = path.read_text()
    path.write_text(f"<<<<<<< HEAD\n{text}\n=======\n{text}\n>>>>>>> theirs\n")


def renamed(name):
    return lambda folder: (folder / "adding.ipynb").rename(folder / name)


def one_folder_down(folder):
    """As an archive unpacks in a folder of its own; `mine` is imported by the answer."""
    below = folder / PS
    below.mkdir()
    for name in NOTEBOOKS:
        (folder / f"{name}.ipynb").rename(below / f"{name}.ipynb")
    in_cell("add", lambda cell: cell.update(source="from mine import add"))(below)
    (below / "mine.py").write_text(ANSWER)


def zipped(folder):
    one_folder_down(folder)
    shutil.make_archive(str(folder / "submit"), "zip", folder, PS)
    shutil.rmtree(folder / PS)


def untouched_in_place(folder):
    one_folder_down(folder)
    (folder / PS / "doubling.ipynb").rename(folder / "doubling.ipynb")
    released = folder.parents[2] / "release" / PS / "adding.ipynb"
    shutil.copy(released, folder / "adding.ipynb")


def linked_folder(folder):
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to("elsewhere")


def file_for_the_folder(folder):
    shutil.rmtree(folder)
    folder.write_text("my work")


def cell_of(source, kind="markdown"):
    code = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, "source": source, **code}


def answered(*cells, after="add-why", unwritten=True):
    """Damage: the write-up is as it was released, and `cells` stand after a cell of the course."""

    def alter(notebook):
        names = [grade_id(cell) for cell in notebook["cells"]]
        if unwritten:
            notebook["cells"][names.index("add-why")]["source"] = "YOUR ANSWER HERE"
        place = names.index(after) + 1
        notebook["cells"][place:place] = json.loads(json.dumps(cells))

    return change(alter)


def merged(*names):
    """Damage: cells were selected and merged, as JupyterLab does it: the first keeps its kind."""

    def alter(notebook):
        chosen = [cell for cell in notebook["cells"] if grade_id(cell) in names]
        chosen[0]["source"] = "\n\n".join("".join(cell["source"]) for cell in chosen)
        notebook["cells"] = [cell for cell in notebook["cells"] if cell not in chosen[1:]]

    return change(alter)


def appended(name, text):
    return in_cell(name, lambda cell: cell.update(source="".join(cell["source"]) + text))


def copied(name, source=None):
    """Damage: a cell occurs a second time, below, and with another text if one is given."""

    def alter(notebook):
        place = next(i for i, c in enumerate(notebook["cells"]) if grade_id(c) == name)
        copy = json.loads(json.dumps(notebook["cells"][place]))
        notebook["cells"].insert(place + 1, copy | ({"source": source} if source else {}))

    return change(alter)


forged_language = set_key("metadata", {"kernelspec": {"language": "R\x1b[2J\nada: forged"}})
MODULE = "no_such_module_anywhere"
ANSWER = "def add(x, y):\n    return x + y"
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
OURS = f"{sys.version_info.major}.{sys.version_info.minor}"
UNREAD = ALL | {"add-why": 0}
SPLIT = "\\ud83d"  # half of a surrogate pair, as JSON spells it
CASES = {
    # name: (damage, scores, start of the reason, or None where a person need not look)
    "not-json": (write(b'{"cells": ['), NOTHING, "adding.ipynb is not a notebook: it is not JSON"),
    "empty": (write(b""), NOTHING, "adding.ipynb is empty"),
    "blank": (write(b"\n \n"), NOTHING, "adding.ipynb is empty"),
    "blank-not-in-ascii": (write("\u00a0\n".encode()), NOTHING, "adding.ipynb is not a notebook"),
    "list": (write(b"[]"), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "no-format": (write(b"{}"), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "not-utf8": (
        write(b'{"cells": "\xff\xfe"}'),
        NOTHING,
        "adding.ipynb is not a notebook: it is ",
    ),
    "deep-json": (write(b"[" * 100_000), NOTHING, "adding.ipynb is nested too deeply"),
    "deep-metadata": (
        change(lambda nb: nb["metadata"].update(json.loads('{"a":' * 700 + "1" + "}" * 700))),
        NOTHING,
        "adding.ipynb is nested too deeply",
    ),
    "long-number": (write(b'{"nbformat": ' + b"9" * 9999 + b"}"), NOTHING, "adding.ipynb is not a"),
    "huge": (huge, NOTHING, "adding.ipynb is too large: 101.0 MB, at most 100.0 MB"),
    "printed": (in_cell("add", printed), ALL, None),
    "renamed-and-printed": (renamed_and_printed, ALL, None),
    "long-source": (
        in_cell("add-why", lambda cell: cell.update(source="é" * 11_000_000)),
        NOTHING,
        "adding.ipynb is too large: 22.0 MB without its outputs, at most 20.0 MB",
    ),
    "lfs": (
        write(b"version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 4321\n"),
        NOTHING,
        "adding.ipynb is not a notebook: it is a Git LFS pointer. Run `git lfs pull`",
    ),
    "gzip": (
        lambda folder: write(gzip.compress((folder / "adding.ipynb").read_bytes()))(folder),
        NOTHING,
        "adding.ipynb is not a notebook: it is compressed with gzip. Unpack it",
    ),
    "link-alone": (
        write(b"https://colab.research.google.com/drive/1aB?usp=sharing\n"),
        NOTHING,
        "adding.ipynb is not a notebook: it holds only the link https://colab.research.google.com"
        "/drive/1aB?usp=sharing. Submit the notebook itself",
    ),
    "shortcut": (
        write(b"[InternetShortcut]\r\nIconIndex=0\r\nURL=https://example.org/n\r\n"),
        NOTHING,
        "adding.ipynb is not a notebook: it holds only the link https://example.org/n. Submit",
    ),
    "path-alone": (
        write(b"../adding.ipynb"),
        NOTHING,
        "adding.ipynb is not a notebook: it holds only the link ../adding.ipynb. Submit",
    ),
    "link-and-more": (
        write(b"https://example.org/n and my answer"),
        NOTHING,
        "adding.ipynb is not a notebook: it is not JSON",
    ),
    "test-moved-up": (
        move_to_top("test-add-small"),
        ALL | {"test-add-small": 0},
        "adding.ipynb has test cells above the answer that they test: test-add-small",
    ),
    "answer-moved-down": (
        change(lambda nb: nb["cells"].append(nb["cells"].pop(2))),
        UNSOLVED,
        "adding.ipynb has test cells above the answer that they test: test-add-small, test-add-l",
    ),
    "answer-why-moved-up": (move_to_top("add-why"), ALL, None),
    "newer-syntax": (
        newer_python("type N = int | float\ndef add(x: N, y: N) -> N:\n    return x + y"),
        UNSOLVED,
        f"adding.ipynb was written with Python 3.99; with Python {OURS}, which graded it, it ended "
        "with SyntaxError",
    ),
    "newer-name": (
        newer_python("from typing import no_such_name\ndef add(x, y):\n    return x + y"),
        UNSOLVED,
        f"adding.ipynb was written with Python 3.99; with Python {OURS}, which graded it, it ended "
        "with ImportError",
    ),
    "newer-attribute": (
        newer_python("import json\ndef add(x, y):\n    return json.no_such(x, y)"),
        UNSOLVED,
        f"adding.ipynb was written with Python 3.99; with Python {OURS}, which graded it, it ended "
        "with AttributeError",
    ),
    "newer-and-right": (newer_python(ANSWERS["add"]), ALL, None),
    "newer-and-wrong": (newer_python("def add(x, y):\n    return x - y"), UNSOLVED, None),
    "future": (set_key("nbformat", 7), NOTHING, "adding.ipynb is in notebook format 7; at most 4"),
    "cells-a-number": (set_key("cells", 3), NOTHING, "adding.ipynb is JSON, but not a notebook"),
    "cells-not-cells": (
        change(lambda nb: nb["cells"].extend([3, None, "cell", []])),
        ALL,
        None,
    ),
    "strange-cells": (
        change(
            lambda nb: nb["cells"].extend(
                [{}, {"cell_type": "film", "source": 3, "metadata": []}, {"source": [1, "x = 1"]}]
            )
        ),
        ALL,
        None,
    ),
    "minor-future": (set_key("nbformat_minor", 99), ALL, None),
    "minor-text": (set_key("nbformat_minor", "5"), ALL, None),
    "metadata-a-list": (set_key("metadata", []), ALL, None),
    "metadata-broken": (
        set_key("metadata", {"kernelspec": {"name": 3}, "authors": "me"}),
        ALL,
        None,
    ),
    "old-format": (old_format, ALL, None),
    "broken-old-format": (
        write(b'{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code"}]}]}'),
        NOTHING,
        "adding.ipynb is a damaged notebook in the old format 3",
    ),
    "no-cells": (
        set_key("cells", []),
        UNSOLVED | {"add-why": 0},
        "adding.ipynb has no cells",
    ),
    "no-test-cells": (
        without("test-add-small", "test-add-large"),
        ALL,
        None,
    ),
    "nothing-but-answer": (
        without("given", "test-add-small", "test-add-large", "add-why"),
        ALL | {"add-why": 0},
        None,
    ),
    "no-solution-cell": (without("add"), UNSOLVED, "adding.ipynb was missing answers: add"),
    "doubled-cells": (
        change(double_cells),
        ALL,
        None,
    ),
    "doubled-ids": (
        change(lambda nb: [cell.update(id="same") for cell in nb["cells"]]),
        ALL,
        None,
    ),
    "no-ids": (change(lambda nb: [cell.pop("id") for cell in nb["cells"]]), ALL, None),
    "bad-ids": (change(lambda nb: [cell.update(id="a b") for cell in nb["cells"]]), ALL, None),
    "surrogate": (
        in_cell("add-why", lambda cell: cell.update(source=json.loads(f'"{SPLIT}"'))),
        ALL,
        None,
    ),
    "ungraded-tests": (
        in_cell("test-add-large", lambda cell: cell["metadata"]["nbgrader"].update(grade=False)),
        ALL,
        None,
    ),
    "unlocked-tests": (
        in_cell(
            "test-add-small",
            lambda cell: (
                cell.update(source="pass"),
                cell["metadata"]["nbgrader"].update(locked=False, solution=True, points=99),
            ),
        ),
        ALL,
        None,
    ),
    "tests-as-text": (
        in_cell(
            "test-add-small",
            lambda cell: (
                cell.update(cell_type="markdown"),
                cell.pop("outputs"),
                cell.pop("execution_count"),
            ),
        ),
        ALL,
        None,
    ),
    "broken-nbgrader-metadata": (
        in_cell("add", lambda cell: cell["metadata"].update(nbgrader={"grade_id": ["add"]})),
        ALL,
        None,
    ),
    "foreign-cell": (
        in_cell("add", lambda cell: cell["metadata"]["nbgrader"].update(grade_id="other")),
        ALL,
        None,
    ),
    "other-kernel": (
        set_key(
            "metadata",
            {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}},
        ),
        ALL,
        None,
    ),
    "own-environment": (
        set_key(
            "metadata",
            {"kernelspec": {"name": "venv", "display_name": "Mine", "language": "python"}},
        ),
        ALL,
        None,
    ),
    "missing": (lambda f: (f / "adding.ipynb").unlink(), ZERO, "adding.ipynb is missing"),
    "all-missing": (remove_all, dict.fromkeys(ALL, 0), "adding.ipynb is missing"),
    "extra-notebook": (copied_folder, ALL, None),
    "links": (link_out, NOTHING, "mine.txt is a symbolic link, which is not followed"),
    "linked-folder": (linked_folder, dict.fromkeys(ALL), "adding.ipynb was not read: its folder"),
    "file-for-folder": (
        file_for_the_folder,
        dict.fromkeys(ALL),
        "adding.ipynb was not read: its folder",
    ),
    "strange-files": (strange_files, ALL, "bytes?.txt has a name that other programs cannot"),
    "clashing-files": (
        clashing_files,
        ALL,
        "nbjudge.json has a name reserved by nbjudge",
    ),
    # A heading of format 3 becomes as many "#" in format 4.
    "heading-of-a-gigabyte": (
        heading(10**9),
        NOTHING,
        "adding.ipynb needs more than 1024 MB of memory",
    ),
    "heading-of-megabytes": (heading(10**8), NOTHING, "adding.ipynb has grown too large"),
    "many-cells": (set_key("cells", [{}] * 400_000), NOTHING, "adding.ipynb has 400000 cells"),
    "many-old-cells": (
        write(json.dumps({"nbformat": 3, "worksheets": [{"cells": [{}] * 400_000}]}).encode()),
        NOTHING,
        "adding.ipynb has 400000 cells; at most 2000 are read",
    ),
    "language-for-a-terminal": (
        lambda folder: (without("add")(folder), forged_language(folder)),
        UNSOLVED,
        "adding.ipynb was made with a kernel for R?[2J ada: forged, but is run with python",
    ),
    # Notebooks that are not in their place; tests/grading/test_find_work.py has more of them.
    "renamed": (renamed("adding (1).ipynb"), ALL, None),
    "one-folder-down": (one_folder_down, ALL, None),
    "zipped": (zipped, ALL, None),
    "two-versions": (
        lambda folder: (copied_folder(folder, " "), renamed("my adding.ipynb")(folder)),
        NOTHING,
        "adding.ipynb is missing, and could be any of: adding-Copy1.ipynb, my adding.ipynb",
    ),
    "untouched-in-place": (
        untouched_in_place,
        NOTHING,
        "adding.ipynb is unchanged since it was released, but these have work: ps/adding.ipynb",
    ),
    "other-format": (
        lambda folder: ((folder / "adding.ipynb").unlink(), (folder / "adding.pdf").touch()),
        NOTHING,
        "adding.ipynb is missing. Found: adding.pdf",
    ),
    # Written answers that are near the cell of the answer, and some that are not.
    "answer-below": (answered(cell_of("Because of that.")), ALL, None),
    "answer-raw": (answered(cell_of("Because of that.", "raw")), ALL, None),
    "answer-above": (answered(cell_of("As I think ..."), after="test-add-large"), ALL, None),
    "answer-as-comment": (answered(cell_of("# As I think ...", "code")), ALL, None),
    "answer-in-code": (answered(cell_of("I think that", "code")), ALL, None),
    "answer-far": (answered(cell_of("As I think ..."), after="given"), UNREAD, None),
    "answer-none": (answered(cell_of(" \n"), cell_of("2 + 2", "code")), UNREAD, None),
    "answer-of-the-course": (answered(cell_of("Write `add`.")), UNREAD, None),
    "answer-elsewhere": (
        lambda folder: (
            answered(cell_of("As I think ..."), after="given")(folder),
            without("add-why")(folder),
        ),
        ALL,
        None,
    ),
    "answer-merged": (
        merged("add", "add-why"),
        UNSOLVED,
        "adding.ipynb was missing answers: add-why",
    ),
    "all-metadata-lost": (
        change(lambda nb: [cell.update(metadata={}) for cell in nb["cells"]]),
        ALL,
        None,
    ),
    # Work in cells that the course's text replaces.
    "merged-into-given": (merged("given", "add", "test-add-small", "test-add-large"), ALL, None),
    "merged-with-answer": (merged("given", "add"), ALL, None),
    "merged-into-test": (merged("test-add-small", "test-add-large"), ALL, None),
    "merged-after-test": (
        lambda folder: (
            change(lambda nb: nb["cells"].insert(2, nb["cells"].pop(4)))(folder),
            merged("test-add-small", "add")(folder),
        ),
        UNSOLVED,  # it fails in the student's own notebook, too
        "adding.ipynb was missing answers: add; adding.ipynb had changes in locked cells",
    ),
    "answer-in-given": (
        lambda folder: (
            appended("given", "\n" + ANSWER)(folder),
            in_cell("add", lambda cell: cell.update(source=STUB))(folder),
        ),
        UNSOLVED,
        "adding.ipynb had changes in locked cells, now in new cells above them: given",
    ),
    "given-edited": (in_cell("given", lambda cell: cell.update(source="LARGE = 3")), ALL, None),
    "test-edited": (appended("test-add-small", "\nprint(result)"), ALL, None),
    "test-copied": (copied("test-add-small"), ALL, None),
    "answer-copied": (copied("add"), ALL, None),
    "answer-and-a-stub": (copied("add", STUB), ALL, None),
    "answer-twice": (
        copied("add", "def add(x, y):\n    return 0"),
        UNSOLVED,
        "adding.ipynb has duplicate cells (the last one counts): add",
    ),
    "answer-retyped": (in_cell("add", lambda cell: cell.update(metadata={})), ALL, None),
    # Files of another kind under the name of a notebook.
    "zip-renamed": (write(b"PK\3\4\x14\0"), NOTHING, "adding.ipynb is not a notebook: it is a zip"),
    "pdf-renamed": (write(b"%PDF-1.7"), NOTHING, "adding.ipynb is not a notebook: it is a PDF"),
    "web-page": (
        write(b"\n<!doctype HTML>"),
        NOTHING,
        "adding.ipynb is not a notebook: it is a web",
    ),
    "utf-16": (recoded("utf-16"), NOTHING, "adding.ipynb is not a notebook: it is text in UTF-16"),
    "utf-16-le": (
        recoded("utf-16-le"),
        NOTHING,
        "adding.ipynb is not a notebook: it is text in UTF",
    ),
    "conflict": (conflict, NOTHING, "adding.ipynb is not a notebook: it has Git conflict"),
    "marks-in-a-cell": (answered(cell_of("<<<<<<< HEAD\n======="), unwritten=False), ALL, None),
    "os-exit": (
        answered(cell_of("import os\nos._exit(0)", "code"), unwritten=False),
        ALL,
        "adding.ipynb: the notebook's process ended (exit code 0)",
    ),
    # Modules that are not installed where it is graded.
    "module": (
        in_cell("add", lambda cell: cell.update(source=f"import {MODULE}.part\n{ANSWER}")),
        UNSOLVED,
        f"adding.ipynb imports {MODULE}.part, which is not installed here",
    ),
    "module-not-needed": (
        answered(cell_of(f"from {MODULE} import x", "code"), unwritten=False),
        ALL,
        None,
    ),
    "module-tried": (
        answered(
            cell_of(f"try:\n    import {MODULE}\nexcept ImportError:\n    pass", "code"),
            unwritten=False,
        ),
        ALL,
        None,
    ),
    "timestamp-of-a-path": (timestamp("2024-01-01 10:00:00 /proc/self/mem"), ALL, None),
    "timestamp-without-end": (timestamp("1.1." * 100_000), ALL, None),
    "deep-folders": (deep_folders, ALL, "d/d/d"),
    "honest": (lambda folder: None, ALL, None),
}
