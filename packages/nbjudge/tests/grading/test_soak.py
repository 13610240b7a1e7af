"""Kill `nbjudge grade` anywhere, run it again: it ends as if nothing had happened."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import psutil
import pytest

from nbjudge_testing.grading_course import (
    ANSWERS,
    PS,
    database,
    files_of,
    grade,
    hand_in,
    make_course,
    rows_of,
    scratch_of,
)

WRONG = ANSWERS | {"add": "def add(x, y):\n    return 42"}
GRADES, COMMENTS = 6, 4  # of a submission


def make_class(folder, size):
    """A class in which every third is wrong, every fifth unreadable, every seventh incomplete."""
    course = make_course(folder)
    for number in range(size):
        place = hand_in(course, f"s{number:03}", WRONG if number % 3 == 0 else ANSWERS)
        if number % 5 == 0:
            (place / "doubling.ipynb").write_text("not a notebook")
        if number % 7 == 0:
            (place / "adding.ipynb").unlink()
    return course


def kill_run(course, stores, seconds, *arguments):
    """Start a run, and kill -9 its process group.

    That is `seconds` after it has stored `stores` submissions; with 0, after it has locked the
    course. It must not have ended by then.
    """
    before = stored(course)
    run = subprocess.Popen(
        [sys.executable, "-m", "nbjudge", "grade", PS, *arguments],
        cwd=course,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while not scratch_of(course):
        assert run.poll() is None
        time.sleep(0.01)
    while len(stored(course) - before) < stores:
        assert run.poll() is None
        time.sleep(0.01)
    time.sleep(seconds)
    assert run.poll() is None, "the run ended before it could be killed"
    family = psutil.Process(run.pid).children(recursive=True)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    _, alive = psutil.wait_procs(family, timeout=300)
    assert alive == [], "processes were left behind"


def stored(course):
    """The records there are; one that is written anew is another file."""
    with contextlib.suppress(FileNotFoundError):  # in the middle of being replaced
        return {(p, p.stat().st_ino) for p in (course / "autograded").glob(f"*/{PS}/nbjudge.json")}
    return set()


def assert_nothing_half_written(course):
    rows = rows_of(database(course))
    submissions = [row["student_id"]["id"] for row in rows["submitted_assignment"]]
    for table, each in (("grade", GRADES), ("comment", COMMENTS)):
        found = Counter(
            row["notebook_id"]["assignment_id"]["student_id"]["id"] for row in rows[table]
        )
        assert found == Counter(dict.fromkeys(submissions, each))
    for folder in (course / "autograded").glob(f"*/{PS}"):
        record = json.loads((folder / "nbjudge.json").read_text())
        expected = {f"{name}.ipynb" for name in record["notebooks"]}
        missing = {p for p in expected if f"{p} is missing" in record["reasons"]}
        assert {path.name for path in folder.glob("*.ipynb")} == expected - missing
        assert folder.parent.name in submissions


def soak(folder, size, kills, seed):
    undisturbed = make_class(folder / "undisturbed", size)
    killed = shutil.copytree(undisturbed, folder / "killed")
    grade(undisturbed, expect=3)
    chance = random.Random(seed)
    for number in range(kills):
        # At first on a class that is new, then on one that is graded anew.
        anew = number >= kills // 2
        stores = chance.randint(0, size // 2 if anew else size // kills)
        kill_run(killed, stores, chance.uniform(0, 0.1), *(["--force"] if anew else []))
        assert_nothing_half_written(killed)
    grade(killed, expect=3)
    assert rows_of(database(killed)) == rows_of(database(undisturbed))
    assert files_of(killed) == files_of(undisturbed)
    assert f"{size} skipped" in grade(killed, expect=3)


@pytest.mark.soak
def test_killed_twenty_times(tmp_path):
    soak(tmp_path, size=60, kills=20, seed=2)
