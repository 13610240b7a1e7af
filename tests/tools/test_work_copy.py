"""The folder in which a student works: nothing that was changed is ever replaced."""

import subprocess
import sys

import pytest
from places import ROOT


@pytest.fixture
def copy(tmp_path):
    """Make and update `work` from `release`; returns what was printed."""
    release = tmp_path / "release"
    for name, text in {"autograd/1.ipynb": "one", "autograd/show.py": "show"}.items():
        (release / name).parent.mkdir(parents=True, exist_ok=True)
        (release / name).write_text(text)

    def run():
        command = [sys.executable, ROOT / "tools/work_copy.py", release, tmp_path / "work"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    return run


def files(folder):
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text() for path in paths}


def visible(folder):
    return {name: text for name, text in files(folder).items() if name != ".released.json"}


def test_everything_is_copied_once(copy, tmp_path):
    assert copy() == ""
    assert visible(tmp_path / "work") == files(tmp_path / "release")
    before = files(tmp_path / "work")
    assert copy() == ""
    assert files(tmp_path / "work") == before


def test_what_was_changed_stays_and_the_newer_release_lies_beside_it(copy, tmp_path):
    copy()
    (tmp_path / "work/autograd/1.ipynb").write_text("my work")
    assert copy() == ""  # there is no newer one
    (tmp_path / "release/autograd/1.ipynb").write_text("second edition")
    (tmp_path / "release/autograd/show.py").write_text("second show")
    said = copy()
    assert visible(tmp_path / "work") == {
        "autograd/1.ipynb": "my work",
        "autograd/1.new.ipynb": "second edition",
        "autograd/show.py": "second show",
    }
    assert "newer autograd/1.ipynb" in said and "autograd/1.new.ipynb" in said
    assert copy() == ""  # once is enough


def test_a_newer_release_that_was_worked_in_stays_too(copy, tmp_path):
    copy()
    (tmp_path / "work/autograd/1.ipynb").write_text("my work")
    (tmp_path / "release/autograd/1.ipynb").write_text("second edition")
    copy()
    (tmp_path / "work/autograd/1.new.ipynb").write_text("my second work")
    (tmp_path / "release/autograd/1.ipynb").write_text("third edition")
    assert "autograd/1.new-2.ipynb" in copy()
    assert visible(tmp_path / "work") == {
        "autograd/1.ipynb": "my work",
        "autograd/1.new.ipynb": "my second work",
        "autograd/1.new-2.ipynb": "third edition",
        "autograd/show.py": "show",
    }


def test_without_the_record_a_file_that_differs_counts_as_changed(copy, tmp_path):
    copy()
    (tmp_path / "work/autograd/1.ipynb").write_text("my work")
    (tmp_path / "work/.released.json").write_text("{")
    assert "autograd/1.new.ipynb" in copy()
    assert (tmp_path / "work/autograd/1.ipynb").read_text() == "my work"


def test_own_files_stay_and_deleted_ones_come_back(copy, tmp_path):
    copy()
    (tmp_path / "work/notes.md").write_text("mine")
    (tmp_path / "work/autograd/1.ipynb").unlink()
    assert copy() == ""
    assert files(tmp_path / "work")["notes.md"] == "mine"
    assert files(tmp_path / "work")["autograd/1.ipynb"] == "one"


def test_a_further_assignment_arrives(copy, tmp_path):
    copy()
    (tmp_path / "release/primer").mkdir()
    (tmp_path / "release/primer/1-forward.ipynb").write_text("primer")
    assert copy() == ""
    assert (tmp_path / "work/primer/1-forward.ipynb").read_text() == "primer"
