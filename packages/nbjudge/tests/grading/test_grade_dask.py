"""Grading on a Dask cluster: a real scheduler and workers in other processes, on loopback."""

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time

import psutil
import pytest

from nbisolate_testing.users import wait_for
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.fuzz.mutate import files_beside, mutate
from nbjudge_testing.grading_course import (
    ANSWERS,
    PS,
    database,
    files_of,
    grade,
    hand_in,
    make_course,
    rows_of,
)

pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
pytestmark = pytest.mark.dask

STUDENTS = [f"s{number}" for number in range(8)]


def start(folder, *arguments, **variables):
    """Start `dask ARGUMENTS` in its own folder, away from the course and its variables."""
    folder.mkdir()
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        cwd=folder,
        env=environment | variables | {"DASK_DISTRIBUTED__WORKER__DAEMON": "True"},
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("w"),
    )


def end(process):
    """End a process that a test started, and what it started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(process.pid).children(recursive=True)
        process.kill()  # the nanny first, which would start its worker again
        process.wait()
        for child in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler; ends with the module."""
    folder = tmp_path_factory.mktemp("dask") / "scheduler"
    file = folder / "scheduler.json"
    arguments = ("--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0")
    process = start(folder, "scheduler", *arguments, "--scheduler-file", str(file))
    wait_for(lambda: process.poll() is not None or (file.exists() and file.read_text()))
    address = json.loads(file.read_text())["address"]
    wait_until(address, 0)
    yield address
    end(process)


@pytest.fixture
def workers(scheduler, tmp_path):
    """Two workers, each with its nanny; they end with the test."""
    common = ("worker", scheduler, "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
    processes = [start(tmp_path / name, *common) for name in ("one", "two")]
    wait_until(scheduler, 2)
    yield processes
    for process in processes:
        end(process)
    wait_until(scheduler, 0)


def wait_until(address, count, seconds=300):
    """Wait until the scheduler answers and has `count` workers."""
    from distributed import Client

    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), Client(address, timeout=5, set_as_default=False) as c:
            if len(c.nthreads()) == count:
                return
        time.sleep(0.2)
    pytest.fail(f"the scheduler at {address} has not {count} workers after {seconds} s")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("grade-dask") / "course")
    for student in STUDENTS:
        hand_in(course, student)
    return course


@pytest.fixture(scope="module")
def here(template, tmp_path_factory):
    """The same class graded on this machine."""
    course = shutil.copytree(template, tmp_path_factory.mktemp("here") / "course")
    grade(course)
    return course


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


BROKEN = """
from nbjudge.grading import canary
canary.CELLS = [canary.Cell("1 / 0", "student"), *canary.CELLS[1:]]
"""


@pytest.mark.soak
def test_nothing_is_graded_on_a_machine_where_the_canary_does_not_pass(scheduler, course, tmp_path):
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sitecustomize.py").write_text(BROKEN)
    common = ("worker", scheduler, "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
    process = start(tmp_path / "one", *common, PYTHONPATH=str(broken))
    wait_until(scheduler, 1)
    before = rows_of(database(course))
    said = run_nbjudge(course, "grade", PS, "--scheduler", scheduler)
    end(process)
    wait_until(scheduler, 0)
    assert said.returncode == 1 and "correct answers would lose points here" in said.stderr
    assert rows_of(database(course)) == before and not (course / "autograded").exists()


@pytest.mark.soak
def test_one_of_two_workers_is_killed(scheduler, workers, course, here):
    run = subprocess.Popen(
        [sys.executable, "-m", "nbjudge", "grade", PS, "--scheduler", scheduler],
        cwd=course,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    stored = course / "autograded"
    deadline = time.monotonic() + 300
    while len(list(stored.glob(f"*/{PS}"))) < 2:
        assert run.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    assert len(list(stored.glob(f"*/{PS}"))) < len(STUDENTS)
    end(workers[0])
    printed, _ = run.communicate(timeout=300)
    assert run.returncode == 0, printed
    assert f"{len(STUDENTS)} graded" in printed and "0 need attention" in printed
    assert rows_of(database(course)) == rows_of(database(here))
    assert files_of(course) == files_of(here)


@pytest.mark.soak
def test_workers_know_nothing_of_the_gradebook(scheduler, workers, course):
    """What is sent names neither the gradebook, whose address may hold a password, nor the course.

    A preprocessor of the course's own looks at what it gets, where the worker runs.
    """
    (course / "nosy.py").write_text(
        "from nbgrader.preprocessors import NbGraderPreprocessor\n"
        "class Nosy(NbGraderPreprocessor):\n"
        "    def preprocess(self, nb, resources):\n"
        "        nb.metadata['seen'] = repr((self.config, resources))\n"
        "        return nb, resources\n"
    )
    # cloudpickle sends a class of the configuration itself by value.
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(
            "import cloudpickle, nosy\n"
            "cloudpickle.register_pickle_by_value(nosy)\n"
            "c.Autograde.autograde_preprocessors.append(nosy.Nosy)\n"
        )
    url = f"sqlite:///{course / 'gradebook.db'}?timeout=7"
    arguments = ("grade", PS, "--scheduler", scheduler, "--student=s0")
    finished = run_nbjudge(course, *arguments, f"--CourseDirectory.db_url={url}")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    path = course / "autograded" / "s0" / PS / "adding.ipynb"
    seen = json.loads(path.read_text())["metadata"]["seen"]
    assert "db_url" in seen and str(course) not in seen and "timeout=7" not in seen


SECRET = "the-secret-of-the-worker"
READS = """
import glob, os
print(dict(os.environ))
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
    try:
        print(path, open(path).read())
    except OSError as error:
        print(path, type(error).__name__)
for folder in ({0!r}, {1!r}):
    try:
        print("seen:", os.listdir(folder))
    except OSError as error:
        print(folder, type(error).__name__)
"""


@pytest.mark.soak
@pytest.mark.attack
def test_hostile_submissions_get_what_they_get_here_and_see_no_worker(scheduler, course, tmp_path):
    """Damaged notebooks and files next to them, one that looks for the worker, and honest ones."""
    for number in range(8):
        chance, folder = random.Random(number), hand_in(course, f"m{number}")
        for path in sorted(folder.glob("*.ipynb")):
            path.write_bytes(mutate(path.read_bytes(), chance))
        for name, data in files_beside(chance).items():
            (folder / name).write_bytes(data)
    reads = READS.format(str(course), str(tmp_path / "one"))
    hand_in(course, "thief", ANSWERS | {"add": f"{reads}\nprint('read')\n{ANSWERS['add']}"})
    here = shutil.copytree(course, tmp_path / "here")
    grade(here, "--workers=1", expect=3)
    common = ("worker", scheduler, "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
    process = start(tmp_path / "one", *common, SECRET=SECRET)
    wait_until(scheduler, 1)
    try:
        grade(course, "--scheduler", scheduler, expect=3)
    finally:
        end(process)
        wait_until(scheduler, 0)
    assert rows_of(database(course)) == rows_of(database(here))
    notebook = json.loads((course / "autograded" / "thief" / PS / "adding.ipynb").read_text())
    shown = json.dumps([cell.get("outputs") for cell in notebook["cells"]])
    assert "FileNotFoundError" in shown and "NBGRADER_EXECUTION" in shown
    assert SECRET not in shown and "seen:" not in shown


def test_no_scheduler(course, monkeypatch, capsys):
    from nbjudge.cli import main
    from nbjudge.grading import cluster

    monkeypatch.setattr(cluster, "CONNECT", 1)
    monkeypatch.chdir(course)
    assert main(["grade", PS, "--scheduler=tcp://127.0.0.1:9"]) == 1
    sentence = "nbjudge: No Dask scheduler answers at tcp://127.0.0.1:9. Check the address.\n"
    assert capsys.readouterr().err.endswith(sentence)


@pytest.mark.soak
def test_no_workers(scheduler, course, monkeypatch, capsys):
    from nbjudge.cli import main
    from nbjudge.grading import cluster

    monkeypatch.setattr(cluster, "WITHOUT_WORKERS", 1)
    monkeypatch.chdir(course)
    assert main(["grade", PS, "--scheduler", scheduler]) == 1
    sentence = f"The Dask scheduler at {scheduler} has no workers. Start some: dask worker"
    assert sentence in capsys.readouterr().err
