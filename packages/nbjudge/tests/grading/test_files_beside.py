"""The files beside a notebook, as its processes find them under `nbjudge grade`."""

import ast
import shutil
from pathlib import Path

import nbformat
import pytest

from nbjudge.grading import worker
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import (
    ANSWERS,
    PS,
    grade,
    grade_here,
    hand_in,
    make_course,
    scores_of,
)

# Prints the files of the working directory, and changes them, which must not reach the next
# notebook. Then it looks at where they come from.
LOOK = """
import os
from pathlib import Path
found = [path for path in Path().rglob("*") if path.is_file()]
print({str(path): path.read_text() for path in found if "pycache" not in str(path)})
for path in found:
    with path.open("a") as file:
        file.write("mine")
if not os.statvfs("/stage").f_flag & os.ST_RDONLY:
    print("may be written")
for path in Path("/stage").rglob("*"):
    if path.is_file() and "The result is " "wrong" in path.read_text(errors="replace"):
        print("hidden test:", path)
"""

FOUND = {
    "data/values.txt": "given",
    "notes.txt": "Mine.",
    "numbers.txt": "40 2\n",
    "word.txt": "given",
}


@pytest.mark.parametrize(
    "setting", ["", f"c.Autograde.exclude_overwriting = {{{PS!r}: ['numbers.txt']}}"]
)
def test_a_notebook_finds_the_same_as_under_nbgraders_command(tmp_path, setting):
    course = make_course(tmp_path / "course", setting)
    for path in ("data/values.txt", "word.txt"):
        (course / "source" / PS / path).parent.mkdir(exist_ok=True)
        (course / "source" / PS / path).write_text("given")
    answers = ANSWERS | {"add": LOOK + ANSWERS["add"]}
    hand_in(course, "ada", answers, numbers__txt="forged", notes__txt="Mine.")
    run_nbgrader(course, "autograde", PS)
    assert seen(course, "ada") == FOUND
    points = scores_of(course, "ada")
    # nbgrader's command grades no submission with a file in the place of a folder.
    folder = hand_in(course, "bob", answers, numbers__txt="forged", notes__txt="Mine.", data="")
    (folder / "word.txt").mkdir()
    (folder / "word.txt" / "inner.txt").write_text("Mine.")
    grade(course, "--force", before=("sh", "-c", 'umask 077; exec "$@"', "sh"))
    for student in ("ada", "bob"):
        assert seen(course, student) == FOUND
        assert scores_of(course, student) == points


@pytest.mark.parametrize("removed", [".", f"source/{PS}/numbers.txt"])
def test_a_worker_unpacks_again_what_was_removed_from_its_folder(tmp_path, removed):
    course = make_course(tmp_path / "course")
    reads = "assert open('numbers.txt').read() == '40 2\\n'\n"
    hand_in(course, "ada", {name: reads + answer for name, answer in ANSWERS.items()})
    grade_here(course)
    points = scores_of(course, "ada")
    assert points["test-add-large"] == 3
    (state,) = worker._states.values()
    path = Path(state.scratch.name, removed)
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    grade_here(course, force=True)
    assert scores_of(course, "ada") == points


def seen(course, student):
    """Return the files that the cell of `LOOK` printed. It must have printed no other line."""
    path = course / "autograded" / student / PS / "adding.ipynb"
    (cell,) = [
        each for each in nbformat.read(path, as_version=4).cells if each.source.startswith(LOOK)
    ]
    (output,) = cell.outputs
    (line,) = output["text"].splitlines()
    return ast.literal_eval(line)
