"""What all tests share: temporary courses, so that no test writes in the repository."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from assignments import ROOT, read_assignments
from hypothesis import settings

from nbjudge.grading import standing

ASSIGNMENT = "autograd"  # where one assignment is enough for a test
NOTEBOOKS = read_assignments()[ASSIGNMENT].notebooks
pytest_plugins = ["walks"]
# The same cases in every run, however slow the machine is.
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("same")
# Sample answers and attacks are material for tests, whatever their files are called.
collect_ignore = ["answers", "attacks"]
LONG = (
    "test_answers.py",
    "test_sample_class.py",
    "test_attacks.py",
    "test_check.py",
    "test_grade_faults.py",
    "test_mutants.py",
    "test_grade_lab.py",
    "test_grade.py",
    "test_grade_input.py",
    "test_formgrader.py",
)


# Who runs a command. To be an ordinary user who owns the checkout, root enters a user namespace.
USERS = {
    "root": [],
    "user": ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
}
if os.getuid() != 0:
    USERS = {"user": []}


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is so; fail the test if it is not so in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def pytest_configure(config: pytest.Config) -> None:
    """Make a mark for each notebook of each assignment."""
    for assignment in read_assignments().values():
        for task in assignment.tasks:
            line = f"{task.mark}: what concerns {assignment.name}/{task.name}.ipynb"
            config.addinivalue_line("markers", line)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the reference solutions answer first: `pytest -m task3` soon says something.

    After them come the files that take minutes, so that no processor waits for one at the end.
    """
    long = {name: number for number, name in enumerate(LONG)}
    items.sort(
        key=lambda item: (
            not item.get_closest_marker("reference"),
            long.get(item.path.name, len(long)),
        )
    )


@pytest.fixture(scope="session", autouse=True)
def own_surroundings(tmp_path_factory):
    """Keep the database and the settings of the person who runs the tests out of them."""
    with pytest.MonkeyPatch.context() as patch:
        # nbgrader calls `alembic` by name; it lies beside Python, in an environment that the
        # person may not have activated.
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.delenv("NBGRADER_DB_URL", raising=False)
        # No process that the person keeps warm with `nbjudge stay`.
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        # Two threads a kernel on few cores only wait for each other.
        patch.setenv("OMP_NUM_THREADS", "1")
        yield
        assert not standing.stop(), "a test has left a process warm, and later ones found it"


def copy_course(folder: Path) -> Path:
    """Copy the course (source/, release/, nbgrader_config.py) into the new `folder`; return it."""
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    for name in ("source", "release"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    return folder


def run_nbgrader(
    course: Path, *arguments: str, check: bool = True, before: Sequence[str] = ()
) -> subprocess.CompletedProcess:
    """Run `nbgrader ARGUMENTS` in the course folder, as an instructor does.

    Returns the finished process, stdout and stderr together as text in `.stdout`. With `check`,
    a failing command fails the test with its output. `before` is a command to run it under.
    """
    finished = subprocess.run(
        [*before, sys.executable, "-m", "nbgrader", *arguments],
        cwd=course,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if check and finished.returncode:
        command = " ".join(arguments)
        pytest.fail(f"nbgrader {command} ended with {finished.returncode}:\n{finished.stdout}")
    return finished


@pytest.fixture
def course(tmp_path) -> Path:
    """A temporary copy of the course: source/, release/ and nbgrader_config.py; no gradebook."""
    return copy_course(tmp_path / "course")


@pytest.fixture(scope="session")
def templates(tmp_path_factory) -> Callable[[str], Path]:
    """The course after `nbgrader generate_assignment`, by name. Copy it, do not write in it."""

    @cache
    def template(assignment: str) -> Path:
        folder = copy_course(tmp_path_factory.mktemp("template") / "course")
        run_nbgrader(folder, "generate_assignment", assignment, "--force")
        return folder

    return template


@pytest.fixture(scope="session")
def course_template(templates) -> Path:
    """The course after `nbgrader generate_assignment autograd`. Copy it, do not write in it."""
    return templates(ASSIGNMENT)


@pytest.fixture
def generated_course(course_template, tmp_path) -> Path:
    """A temporary course with a gradebook.db that knows the assignment, release/ made anew."""
    return Path(shutil.copytree(course_template, tmp_path / "generated"))
