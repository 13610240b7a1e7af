"""The folder in which a student works: a newer edition comes, and nothing written is ever lost."""

import json
import subprocess
import sys
from pathlib import PureWindowsPath

import pytest
import work_copy
from support.paths import ROOT

NOTEBOOK = "autograd/1.ipynb"


def cell(key, source, kind="code", **nbgrader):
    """A cell as a release has it; with `nbgrader` one that it grades."""
    metadata = {"nbgrader": {"grade_id": key, **nbgrader}} if nbgrader else {}
    found = {"cell_type": kind, "id": key, "metadata": metadata, "source": source}
    return found | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def notebook(*cells, **metadata):
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


FIRST = notebook(
    cell("title", "# A notebook", "markdown"),
    cell("scratch", "x = 1"),
    cell("f", "YOUR CODE HERE", solution=True),
    cell("test-f", "assert f() == 1", grade=True, locked=True),
    cell("gone", "y = 2"),
)
SECOND = notebook(
    cell("title", "# A corrected notebook", "markdown"),
    cell("scratch", "x = 1"),
    cell("more", "z = 3"),
    cell("f", "YOUR CODE GOES HERE", solution=True),
    cell("test-f", "assert f() == 2", grade=True, locked=True),
)


@pytest.fixture
def copy(tmp_path):
    """Make and update `work` from `release`; returns what was printed."""
    release = tmp_path / "release"
    (release / "autograd").mkdir(parents=True)
    (release / NOTEBOOK).write_text(json.dumps(FIRST))
    (release / "autograd/show.py").write_text("show")

    def run():
        command = [sys.executable, ROOT / "tools/students/work_copy.py", release, tmp_path / "work"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture
def newer(copy, tmp_path):
    """A newer edition of the notebook and of the file beside it."""

    def newer():
        (tmp_path / "release" / NOTEBOOK).write_text(json.dumps(SECOND))
        (tmp_path / "release/autograd/show.py").write_text("second show")

    return newer


def files(folder):
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text() for path in paths}


def visible(folder):
    return {name: it for name, it in files(folder).items() if not name.startswith(".released/")}


def change(tmp_path, *changes, name=NOTEBOOK):
    """Change a notebook in `work`, as Jupyter writes one."""
    path = tmp_path / "work" / name
    found = json.loads(path.read_text())
    for each in changes:
        each(found)
    path.write_text(json.dumps(found, indent=1))


def opened(found):
    """What Jupyter writes into a notebook that was only opened and run."""
    found["metadata"]["language_info"] = {"name": "python", "version": "3.11.2"}
    found["cells"][1] |= {"execution_count": 7, "outputs": [{"output_type": "stream"}]}


def answered(found):
    found["cells"][2]["source"] = ["def f():\n", "    return 1"]


def sources(path):
    """The cells of a notebook, without the last one, which only a copy has."""
    cells = json.loads(path.read_text())["cells"]
    return [(c["id"], "".join(c["source"])) for c in cells if c["id"] != "back-to-start"]


def test_everything_is_copied_once(copy, tmp_path):
    assert copy() == ""
    work, release = visible(tmp_path / "work"), files(tmp_path / "release")
    assert sorted(work) == sorted(release)
    assert sources(tmp_path / "work" / NOTEBOOK) == sources(tmp_path / "release" / NOTEBOOK)
    assert work["autograd/show.py"] == release["autograd/show.py"]
    before = files(tmp_path / "work")
    assert copy() == ""
    assert files(tmp_path / "work") == before


def test_the_last_cell_leads_to_the_list_and_to_the_model_answers(copy, tmp_path):
    copy()
    cells = json.loads((tmp_path / "work" / NOTEBOOK).read_text())["cells"]
    assert "".join(cells[-1]["source"]) == (
        "Once all visible checks pass, compare your answers with the model answers: "
        "`python3 tools/students/solutions.py`, run in the folder of the repository, writes them "
        "into `solutions/autograd/`.\n\nBack to [the list of all notebooks](../START.md)."
    )
    assert cells[-1]["cell_type"] == "markdown" and cells[-1]["metadata"] == {}
    assert "START.md" not in (tmp_path / "release" / NOTEBOOK).read_text()


def test_a_notebook_that_was_only_opened_is_renewed_without_a_word(copy, newer, tmp_path):
    copy()
    change(tmp_path, opened)
    newer()
    assert copy() == ""
    work = tmp_path / "work" / NOTEBOOK
    assert sources(work) == sources(tmp_path / "release" / NOTEBOOK)
    assert json.loads(work.read_text())["cells"][1]["outputs"] == [{"output_type": "stream"}]
    assert sorted(visible(tmp_path / "work")) == [NOTEBOOK, "autograd/show.py"]


def test_a_newer_edition_comes_around_what_was_written(copy, newer, tmp_path):
    copy()

    def written(found):
        answered(found)
        found["cells"].insert(2, cell("mine", "print(x)"))
        found["cells"][1]["source"] = "x = 100"
        found["cells"][4]["source"] = "assert True"  # a check is the course's
        found["cells"][5]["source"] = "y = 200"

    change(tmp_path, opened, written)
    before = (tmp_path / "work" / NOTEBOOK).read_text()
    assert copy() == ""  # there is no newer one
    newer()
    said = copy()
    assert "and kept your work" in said and "1.old.ipynb" in said
    work = tmp_path / "work"
    assert sources(work / NOTEBOOK) == [
        ("title", "# A corrected notebook"),
        ("scratch", "x = 100"),
        ("mine", "print(x)"),
        ("more", "z = 3"),
        ("f", "def f():\n    return 1"),
        ("test-f-2", "assert True"),
        ("test-f", "assert f() == 2"),
        ("gone", "y = 200"),
    ]
    merged = json.loads((work / NOTEBOOK).read_text())
    assert merged["cells"][5]["cell_type"] == "raw"  # it does not run
    assert merged["metadata"]["nbjudge"] == {"kept_as": "1.old.ipynb"}
    assert merged["cells"][4]["metadata"] == SECOND["cells"][3]["metadata"]
    assert (work / "autograd/1.old.ipynb").read_text() == before
    assert (work / "autograd/show.py").read_text() == "second show"
    assert copy() == ""  # once is enough


def split(found, first="def f():\n", second="    return 1", between=()):
    """The answer split in two, as JupyterLab does it: both halves have the metadata."""
    half = json.loads(json.dumps(found["cells"][2])) | {"id": "half", "source": second}
    found["cells"][2]["source"] = first
    found["cells"][3:3] = [*between, half]


def texts(found, kinds="code raw markdown"):
    return ["".join(c["source"]) for c in found["cells"] if c["cell_type"] in kinds.split()]


def renewed(copy, newer, tmp_path, *changes):
    """The newer edition after these changes to the first."""
    copy()
    change(tmp_path, *changes)
    newer()
    assert "and kept your work" in copy()
    found = json.loads((tmp_path / "work" / NOTEBOOK).read_text())
    ids = [c["id"] for c in found["cells"]]
    assert len(ids) == len(set(ids))
    return found


def graded_source(found, name):
    (source,) = [
        "".join(c["source"])
        for c in found["cells"]
        if c["metadata"].get("nbgrader", {}).get("grade_id") == name
    ]
    return source


def test_a_split_answer_is_whole_as_when_it_is_graded(copy, newer, tmp_path):
    found = renewed(copy, newer, tmp_path, split)
    first = texts(found).index("def f():\n")
    assert texts(found)[first + 1] == "    return 1"
    assert graded_source(found, "f") == "    return 1"


@pytest.mark.parametrize(
    ("first", "second", "answer", "kept"),
    [
        ("x = 2", "", "x = 2", []),
        ("", "x = 2", "x = 2", []),
        ("x = 2", "YOUR CODE HERE", "x = 2", []),
        ("x = 2", "x = 2", "x = 2", []),
        ("x = 2", "x = 3", "x = 3", ["x = 2"]),
    ],
)
def test_halves_without_work_are_left_out(copy, newer, tmp_path, first, second, answer, kept):
    found = renewed(copy, newer, tmp_path, lambda nb: split(nb, first, second))
    assert graded_source(found, "f") == answer
    assert [text for text in texts(found) if text in (first, second) and text != answer] == kept
    assert texts(found).count(answer) == 1


def test_an_answer_in_three_parts_with_cells_between_them(copy, newer, tmp_path):
    third = cell("third", "f.z = 3", solution=True)
    third["metadata"]["nbgrader"]["grade_id"] = "f"
    between = [cell("own", "print(1)"), third]
    found = renewed(copy, newer, tmp_path, lambda nb: split(nb, between=between))
    assert graded_source(found, "f") == "    return 1"
    assert texts(found)[texts(found).index("def f():\n") + 1] == "f.z = 3"
    assert "print(1)" in texts(found)


def test_without_what_was_handed_out_a_split_answer_is_whole(copy, newer, tmp_path):
    copy()
    change(tmp_path, split)
    (tmp_path / "work/.released" / NOTEBOOK).unlink()
    newer()
    copy()
    found = json.loads((tmp_path / "work" / NOTEBOOK).read_text())
    assert texts(found)[texts(found).index("def f():\n") + 1] == "    return 1"


WORDS = {
    "a text of the course": lambda nb: nb["cells"][0].update(source="# A notebook\n\nmine"),
    "an answer that is text now": lambda nb: nb["cells"][2].update(
        cell_type="markdown", source="mine"
    ),
    "an answer of another type": lambda nb: nb["cells"][2].update(cell_type="raw", source="mine"),
    "a check": lambda nb: nb["cells"][3].update(source="assert f() == 1  # mine"),
    "a check that is text": lambda nb: nb["cells"][3].update(cell_type="markdown", source="mine"),
    "a cell that is dropped": lambda nb: nb["cells"][4].update(source="y = 2  # mine"),
    "two cells of one id": lambda nb: nb["cells"].extend(
        [cell("own", "a = 1"), cell("own", "mine = 1")]
    ),
    "a copy of a cell": lambda nb: nb["cells"].append(cell("scratch", "x = 1  # mine")),
    "a list of lines": lambda nb: nb["cells"][0].update(source=["# A notebook\n", "mine"]),
}


@pytest.mark.parametrize("kind", WORDS)
def test_no_word_of_a_student_is_lost(copy, newer, tmp_path, kind):
    found = renewed(copy, newer, tmp_path, WORDS[kind])
    assert sum("mine" in text for text in texts(found)) == 1
    assert graded_source(found, "test-f") == "assert f() == 2"


def test_words_in_a_locked_text_and_pictures_stay(copy, tmp_path):
    picture = {"a.png": {"image/png": "aGk="}}
    release = tmp_path / "release" / NOTEBOOK

    def edition(cells, number):
        question = cell("why", f"Why? ({number})", "markdown", locked=True, grade=False)
        answer = cell("because", "YOUR ANSWER HERE", "markdown", solution=True, grade=True)
        release.write_text(json.dumps(notebook(*cells, question, answer)))

    def written(nb):
        nb["cells"][5].update(source="Why? (0)\n\nSince", attachments=picture)
        nb["cells"][6].update(source="Because ![a](attachment:a.png)", attachments=picture)

    edition(FIRST["cells"], 0)
    found = renewed(copy, lambda: edition(SECOND["cells"], 1), tmp_path, written)
    kept, question, answer = found["cells"][5:8]
    assert (kept["source"], kept["cell_type"]) == ("Why? (0)\n\nSince", "markdown")
    assert question["source"] == "Why? (1)"
    assert answer["source"] == "Because ![a](attachment:a.png)"
    assert kept["attachments"] == answer["attachments"] == picture


def test_every_edition_that_was_worked_in_is_kept(copy, newer, tmp_path):
    copy()
    change(tmp_path, answered)
    first = (tmp_path / "work" / NOTEBOOK).read_text()
    newer()
    copy()
    second = (tmp_path / "work" / NOTEBOOK).read_text()
    (tmp_path / "release" / NOTEBOOK).write_text(json.dumps(FIRST))
    assert "1.old-2.ipynb" in copy()
    kept = visible(tmp_path / "work")
    assert (kept["autograd/1.old.ipynb"], kept["autograd/1.old-2.ipynb"]) == (first, second)
    assert ("f", "def f():\n    return 1") in sources(tmp_path / "work" / NOTEBOOK)


def test_a_copy_without_the_names_of_cells_is_known_by_what_it_says(copy, newer, tmp_path):
    """As some programs write a notebook."""
    copy()

    def unnamed(found):
        answered(found)
        for each in found["cells"]:
            del each["id"]
        found["cells"].append({**cell("", "own"), "id": ""})

    change(tmp_path, unnamed)
    newer()
    copy()
    found = sources(tmp_path / "work" / NOTEBOOK)
    assert found[:5] == [
        ("title", "# A corrected notebook"),
        ("scratch", "x = 1"),
        ("more", "z = 3"),
        ("f", "def f():\n    return 1"),
        ("test-f", "assert f() == 2"),
    ]
    assert [source for _, source in found[5:]] == ["own"]


def test_without_what_was_handed_out_answers_stay_and_the_old_file_is_kept(copy, newer, tmp_path):
    copy()
    change(tmp_path, answered)
    for path in (tmp_path / "work/.released").rglob("*.ipynb"):
        path.unlink()
    newer()
    assert "1.old.ipynb" in copy()
    found = dict(sources(tmp_path / "work" / NOTEBOOK))
    assert found["f"] == "def f():\n    return 1" and found["title"] == "# A corrected notebook"


def test_what_cannot_be_read_and_other_files_are_kept_too(copy, newer, tmp_path):
    copy()
    (tmp_path / "work" / NOTEBOOK).write_text("{")
    (tmp_path / "work/autograd/show.py").write_text("my show")
    newer()
    said = copy()
    assert "1.old.ipynb" in said and "show.old.py" in said
    found = files(tmp_path / "work/autograd")
    assert (found["1.old.ipynb"], found["show.old.py"]) == ("{", "my show")
    assert found["show.py"] == "second show"
    assert json.loads(found["1.ipynb"])["cells"][:-1] == SECOND["cells"]


def test_own_files_stay_and_deleted_ones_come_back(copy, tmp_path):
    copy()
    (tmp_path / "work/notes.md").write_text("mine")
    (tmp_path / "work" / NOTEBOOK).unlink()
    assert copy() == ""
    assert files(tmp_path / "work")["notes.md"] == "mine"
    back = json.loads(files(tmp_path / "work")[NOTEBOOK])
    assert back["cells"][:-1] == FIRST["cells"]


def test_a_folder_in_the_place_of_a_file_stays(copy, newer, tmp_path):
    copy()
    (tmp_path / "work" / NOTEBOOK).unlink()
    (tmp_path / "work" / NOTEBOOK).mkdir()
    newer()
    assert "was not copied. Rename it" in copy()


def test_a_further_assignment_arrives(copy, tmp_path):
    copy()
    (tmp_path / "release/primer").mkdir()
    (tmp_path / "release/primer/1-forward.ipynb").write_text("primer")
    assert copy() == ""
    assert (tmp_path / "work/primer/1-forward.ipynb").read_text() == "primer"


# ---- files that the newer edition has no longer ------------------------------------------------


@pytest.fixture
def dropping(copy, tmp_path):
    """A newer edition without two of the files."""
    release = tmp_path / "release/autograd"
    (release / "simple_grad.py").write_text("tape = []")
    copy()

    def dropping():
        for name in ("show", "simple_grad"):
            (release / f"{name}.py").unlink()

    return dropping


def test_dropped_files_go_but_not_what_a_student_wrote(copy, dropping, tmp_path):
    work = tmp_path / "work/autograd"
    (work / "simple_grad.py").write_text("tape = ['mine']")
    (work / "own.py").write_text("mine")
    (tmp_path / "work/other").mkdir()
    (tmp_path / "work/other/show.py").write_text("of another assignment")
    dropping()
    assert copy().splitlines() == [
        "autograd/simple_grad.py is no longer needed. Your changed copy is now simple_grad.old.py."
    ]
    assert {path.name for path in work.rglob("*.py")} == {"own.py", "simple_grad.old.py"}
    assert (tmp_path / "work/other/show.py").exists()
    assert not list((tmp_path / "work/.released").rglob("*.py"))
    assert copy() == ""


def test_dropped_files_that_are_unchanged_go_without_a_word(copy, dropping, tmp_path):
    dropping()
    assert copy() == ""
    assert sorted(visible(tmp_path / "work")) == sorted(files(tmp_path / "release")) == [NOTEBOOK]


# ---- a folder in somebody else's hands ---------------------------------------------------------

DEEP = "[" * 100_000
STRANGE = {
    "nested": DEEP,
    "no object": "[1, 2]",
    "no cells": "{}",
    "cells that are none": json.dumps({"cells": [1, None, "x"]}),
    "metadata that is a list": json.dumps(notebook({**cell("f", "x"), "metadata": [1]})),
    "a source of numbers": json.dumps(notebook({**cell("f", "x"), "source": [1, 2]})),
    "an id that is a dict": json.dumps(notebook({**cell("f", "x", solution=True), "id": {"a": 1}})),
    "bytes": "\udcff\x00",
}


@pytest.mark.parametrize("content", STRANGE.values(), ids=STRANGE)
def test_a_hostile_notebook_is_kept_and_the_newer_edition_comes(copy, newer, tmp_path, content):
    copy()
    data = content.encode("utf-8", "surrogateescape")
    (tmp_path / "work" / NOTEBOOK).write_bytes(data)
    newer()
    assert "1.old.ipynb" in copy()
    work = tmp_path / "work/autograd"
    assert (work / "1.old.ipynb").read_bytes() == data
    found = json.loads((work / "1.ipynb").read_text())
    assert found["cells"][0]["id"] == "title" and len(found["cells"]) >= 5
    assert copy() == ""


def test_a_link_is_replaced_and_what_it_leads_to_stays(copy, newer, tmp_path):
    copy()
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    for name in (NOTEBOOK, "autograd/show.py"):
        (tmp_path / "work" / name).unlink()
        (tmp_path / "work" / name).symlink_to(outside)
    newer()
    copy()
    assert outside.read_text() == "mine"
    assert not (tmp_path / "work" / NOTEBOOK).is_symlink()
    assert json.loads((tmp_path / "work" / NOTEBOOK).read_text())["cells"][:-1] == SECOND["cells"]


def test_modules_of_the_folder_are_not_imported(newer, copy, tmp_path):
    """The command runs in the folder, in which a file can have the name of a module."""
    copy()
    newer()
    work = tmp_path / "work"
    for name in ("json", "tempfile", "merge_release", "contextlib"):
        (work / f"{name}.py").write_text("open('ran', 'w')")
    command = [sys.executable, ROOT / "tools/students/work_copy.py", tmp_path / "release", "."]
    subprocess.run(command, check=True, cwd=work)
    assert not (work / "ran").exists()
    assert json.loads((work / NOTEBOOK).read_text())["cells"][:-1] == SECOND["cells"]


ON_WINDOWS = """
import os, pathlib, runpy, sys
for name in ("fchmod", "fork", "getuid", "chown"):
    delattr(os, name)
sys.modules["fcntl"] = None
sys.argv = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(sys.argv[0]).parent))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_it_needs_nothing_that_windows_does_not_have(copy, tmp_path, newer):
    """Python 3.11 and 3.12 have no `os.fchmod` there."""
    tool = ROOT / "tools/students/work_copy.py"
    command = [sys.executable, "-c", ON_WINDOWS, tool, tmp_path / "release", tmp_path / "work"]
    for _ in range(2):
        subprocess.run(command, check=True)
        assert (tmp_path / "work" / NOTEBOOK).is_file()
        newer()
    assert json.loads((tmp_path / "work" / NOTEBOOK).read_text())["cells"][0]["source"] == (
        "# A corrected notebook"
    )


def test_the_folders_of_a_windows_path_are_a_link_in_start(tmp_path, monkeypatch):
    """The link of a notebook to START.md has no backslash."""
    monkeypatch.setattr(work_copy, "Path", PureWindowsPath)
    content = json.dumps(FIRST).encode()
    text = work_copy._with_last_cell(PureWindowsPath("autograd") / "1.ipynb", content).decode()
    assert "(../START.md)" in text and "\\\\" not in text
