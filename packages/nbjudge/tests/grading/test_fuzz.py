"""Whatever is submitted: the class is graded, and nothing of it reaches beyond its submission.

Many cases go through the child that reads notebooks, without being run; a few go through whole
classes. `make soak` runs the long form.
"""

import random
import shutil
import subprocess
import sys
import time
from functools import partial

import nbformat
import psutil
import pytest
from nbgrader.api import Gradebook
from nbgrader.converters import Autograde

from nbjudge.commands.course import load_course
from nbjudge.files.child import Bounds, FailedItem, in_child
from nbjudge.gradebook.definition import read_definition
from nbjudge.grading.inputs import make_inputs
from nbjudge.grading.jobs import GradingJob
from nbjudge.grading.worker import LARGEST_RESULT, grade_submission
from nbjudge.plugins.safehtml import show_all
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.fuzz.mutate import files_beside, mutate
from nbjudge_testing.grading_course import (
    NOTEBOOKS,
    PS,
    audit_of,
    hand_in,
    make_course,
    record_of,
    scores_of,
)

CASES_AT_ONCE = 25  # submissions, of two notebooks each
FULL = {"test-add-small": 2, "test-add-large": 3, "test-double-small": 2, "test-double-large": 3}
MAIN_MB = 600


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("fuzz") / "course")
    for student in ("ada", "mia", "zoe"):
        hand_in(course, student)
    return course


@pytest.fixture(scope="module")
def honest(template):
    """The bytes of an honest submission's notebooks."""
    folder = template / "submitted" / "ada" / PS
    return {name: (folder / f"{name}.ipynb").read_bytes() for name in NOTEBOOKS}


@pytest.fixture(scope="module")
def pack(template, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(template)
        coursedir, config = load_course(PS, [])
    # Nothing is run: the chain without what executes.
    chain = list(config.Autograde.autograde_preprocessors)
    config.Autograde.autograde_preprocessors = [k for k in chain if not k.endswith("JudgeExecute")]
    with Gradebook(f"sqlite:///{template / 'gradebook.db'}", "small") as gradebook:
        definition = read_definition(gradebook, PS, template / "source" / PS)
    coursedir.root = str(template)
    return make_inputs(Autograde(coursedir=coursedir, config=config), definition)


def read_one(pack, honest, seed):
    """Submit one mutated submission, and look at what comes back."""
    chance = random.Random(seed)
    files = {f"{name}.ipynb": mutate(data, chance) for name, data in honest.items()}
    result = grade_submission(pack, GradingJob("eve", files | files_beside(chance), {}, 0.0, {}))
    assert list(result.notebooks) == list(NOTEBOOKS)
    for notebook in result.notebooks.values():
        reason = notebook.record.reason
        assert reason is None or reason.isprintable(), reason
        assert not notebook.failed, reason
        assert len(notebook.content) <= LARGEST_RESULT
        shown = nbformat.reads(notebook.content.decode(), as_version=4)
        nbformat.validate(shown)
        for cell in show_all(shown.cells):
            assert isinstance(cell.page, str)


def read_many(pack, honest, seeds):
    """`read_one` in children, as each of these parses what it has graded."""
    bounds = Bounds(cpu_seconds=120, wall_seconds=600, memory_mb=2000)
    results = in_child(partial(read_one, pack, honest), seeds, bounds)
    for seed, result in zip(seeds, results, strict=True):
        assert not isinstance(result, FailedItem), f"seed {seed} {result.reason}"


def test_50_notebooks(pack, honest):
    read_many(pack, honest, range(CASES_AT_ONCE))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_10000_notebooks(pack, honest, part):
    first = 5_000_000 + 250 * part
    for start in range(first, first + 250, CASES_AT_ONCE):
        read_many(pack, honest, range(start, start + CASES_AT_ONCE))


def test_a_class(template, honest, tmp_path):
    grade_class(template, honest, tmp_path / "course", range(3))


@pytest.mark.soak
@pytest.mark.parametrize("number", range(200))
def test_10000_notebooks_in_classes(template, honest, tmp_path, number):
    grade_class(template, honest, tmp_path / "course", range(1000 * number, 1000 * number + 25))
    shutil.rmtree(tmp_path)  # all of them are gigabytes


def grade_class(template, honest, course, numbers):
    """Grade the honest three among mutated submissions, and make the feedback of all."""
    shutil.copytree(template, course)
    for number in numbers:
        chance = random.Random(number)
        folder = course / "submitted" / f"m{number:05}" / PS
        folder.mkdir(parents=True)
        for name, data in honest.items():
            (folder / f"{name}.ipynb").write_bytes(mutate(data, chance))
        for name, data in files_beside(chance).items():
            (folder / name).write_bytes(data)
    run = psutil.Popen(
        [sys.executable, "-m", "nbjudge", "grade", PS],
        cwd=course,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    most = 0
    while run.poll() is None:
        most = max(most, memory_of(run))
        time.sleep(0.2)
    printed = run.stdout.read().decode()
    assert run.returncode in (0, 3), printed
    assert most < MAIN_MB * 1e6
    assert [c for c in printed if not c.isprintable() and c != "\n"] == [], printed
    said = run_nbgrader(course, "generate_feedback", PS).stdout
    assert [c for c in said if not c.isprintable() and c != "\n"] == [], said
    for student in ("ada", "mia", "zoe"):
        scores = scores_of(course, student)
        assert {name: scores[name] for name in FULL} == FULL
        assert record_of(course, student)["status"] == "graded"
        pages = sorted((course / "feedback" / student / PS).glob("*.html"))
        assert [page.stem for page in pages] == sorted(NOTEBOOKS)
        assert all("No feedback can be shown" not in page.read_text() for page in pages)
    students = {path.name for path in (course / "submitted").iterdir()}
    assert {line["student"] for line in audit_of(course)} == students
    # Grading that failed itself would be tried again in the next run: it keeps no digest.
    assert all(record_of(course, student)["digest"] for student in students)


def memory_of(process):
    try:
        return process.memory_info().rss
    except psutil.NoSuchProcess:
        return 0
