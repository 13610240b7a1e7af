"""A few damaged submissions, and the 300 of `make soak`; `fuzz/run_fuzz.py` grades any number."""

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nbjudge.files.tree import read_start
from nbjudge_testing.fuzz.byte_damage import BYTES
from nbjudge_testing.fuzz.cell_damage import CELLS
from nbjudge_testing.fuzz.folder_damage import FOLDER, remove_tree
from nbjudge_testing.fuzz.fuzz_course import make_course
from nbjudge_testing.fuzz.mischief import MISCHIEF
from nbjudge_testing.fuzz.submissions import (
    KINDS,
    Count,
    DamagedSubmission,
    draw,
    fuzz_class,
    write,
)

SEED = 1
SIZE = 50


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("fuzz") / "course")


def test_every_kind_begins_a_submission():
    drawn = {kind for number in range(4 * len(KINDS)) for kind in draw(number, SEED).kinds}
    assert drawn == set(KINDS) and len(KINDS) == len(MISCHIEF | CELLS | BYTES | FOLDER)


def test_every_kind_changes_something(course, tmp_path):
    """Otherwise a run would only believe that it tries it."""
    (tmp_path / "course").mkdir()
    shutil.copy(course.folder / "nbgrader_config.py", tmp_path / "course")
    honest = contents(course, [], tmp_path / "course", 0)
    same = [
        kind
        for kind in KINDS
        if all(contents(course, [kind], tmp_path / "course", n) == honest for n in range(9))
    ]
    assert same == []


def contents(course, kinds, folder, number):
    """Submit with some damage; return the mode, the size and the start of each file."""
    place = folder / "submitted" / "ada" / "ps"
    write(DamagedSubmission("ada", "right", kinds), place, course, Random(number))
    found = []
    for path in sorted([place, *place.rglob("*")]):
        status = path.lstat()
        start = read_start(path, 20_000)
        tools = path.name == "tools.py"  # comes with each piece of code
        found += (
            [] if tools else [(path.relative_to(folder), status.st_mode, status.st_size, start)]
        )
    remove_tree(folder / "submitted")
    return [each for each in found if each[0] != Path("submitted/ada/ps")] or found


def test_a_class_whose_points_are_not_as_expected_is_reported(course, tmp_path):
    """The same class twice: as it is, and with a test cell that is said to be worth less."""
    numbers, cell = range(30, 34), ("sums", "test-total")
    fuzz_class(course, tmp_path / "right", numbers, SEED, right := Count())
    assert (right.submissions, right.failed) == (4, [])
    points = course.points | {"right": course.points["right"] | {cell: 1}}
    fuzz_class(replace(course, points=points), tmp_path / "less", numbers, SEED, less := Count())
    said = " ".join(less.failed)
    assert "honest-0 (right) has" in said and f"has more: {{{cell}: 2.0}}" in said


@pytest.mark.soak
@pytest.mark.parametrize("number", range(6))
def test_300_damaged_submissions(course, tmp_path, number):
    count = Count()
    fuzz_class(course, tmp_path / "class", range(number * SIZE, (number + 1) * SIZE), SEED, count)
    assert count.failed == []
    assert count.submissions == SIZE and count.lost > 5
