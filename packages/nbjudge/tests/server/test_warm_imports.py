"""What is imported outside the sandbox, in the account of the server, when a notebook is opened."""

import asyncio
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.coursedir import CourseDirectory

from nbisolate import Cancel
from nbjudge.server.validate.runs import Validating
from nbjudge.server.validate.validate import validate
from nbjudge.server.validate.warm_imports import is_submitted, modules_to_warm
from nbjudge.server.validate.warm_run import SharedForkServer


def write(path, *sources):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=[new_code_cell(source) for source in sources]), path)
    return path


@pytest.fixture
def course(tmp_path):
    """A course whose notebook imports two packages: one in the source, one in the release."""
    root = tmp_path / "[course]"
    write(root / "source/ps/one.ipynb", "import numpy")
    write(root / "release/ps/one.ipynb", "import nh3")
    return CourseDirectory(root=str(root))


OPENED = "import numpy, nh3, torch"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("submitted/eve/ps/one.ipynb", []),
        ("autograded/eve/ps/one.ipynb", []),
        ("feedback/eve/ps/one.ipynb", []),
        ("ps/one.ipynb", ["numpy", "nh3"]),
        ("source/ps/one.ipynb", ["numpy", "nh3", "torch"]),
        ("downloaded/eve/other.ipynb", []),
        ("../home/ps/one.ipynb", ["numpy", "nh3", "torch"]),
    ],
)
def test_only_what_the_course_imports_is_imported_in_a_course(path, expected, course, tmp_path):
    opened = write((tmp_path / "[course]" / path).resolve(), OPENED)
    assert modules_to_warm(opened, course) == expected


@pytest.mark.parametrize(
    "path",
    [
        "submitted/eve/ps/one.ipynb",
        "autograded/eve/ps/one.ipynb",
        "feedback/eve/ps/one.ipynb",
        "downloaded/ps/extracted/eve/one.ipynb",
    ],
)
def test_validate_runs_no_submission_in_a_teachers_account(path, course, tmp_path):
    ran = tmp_path / "ran"
    source = f"open({str(ran)!r}, 'w').close()"
    submitted = write((tmp_path / "[course]" / path).resolve(), source)
    own = write((tmp_path / "[course]/source/ps/two.ipynb").resolve(), source)
    validating = Validating(None, tmp_path, coursedir=course)
    reply = asyncio.run(validating.validate(submitted))
    assert not reply["success"] and "a student submitted this notebook" in reply["value"]
    assert not ran.exists()
    assert not is_submitted(own, course)


@pytest.mark.parametrize("found", [".", "other"])
def test_a_submission_is_one_also_from_above_its_course_and_from_another_one(
    found, course, tmp_path
):
    (tmp_path / "other/source").mkdir(parents=True)
    server = CourseDirectory(root=str(tmp_path / found))
    submitted = write((tmp_path / "[course]/submitted/eve/ps/one.ipynb").resolve(), OPENED)
    own = write((tmp_path / "[course]/source/ps/two.ipynb").resolve(), OPENED)
    assert is_submitted(submitted, server) and modules_to_warm(submitted, server) == []
    assert not is_submitted(own, server)


def test_on_a_students_own_server_it_is_what_the_notebook_imports(tmp_path):
    opened = write(tmp_path / "ps/one.ipynb", OPENED)
    home = CourseDirectory(root=str(tmp_path))
    assert modules_to_warm(opened, home) == ["numpy", "nh3", "torch"]


def test_a_notebook_that_cannot_be_read_imports_nothing(tmp_path):
    (tmp_path / "one.ipynb").write_text("no notebook")
    home = CourseDirectory(root=str(tmp_path))
    assert modules_to_warm(tmp_path / "one.ipynb", home) == []


@pytest.mark.skipif(sys.platform != "linux", reason="fork servers need Linux")
def test_a_module_that_exits_ends_no_fork_server(tmp_path, monkeypatch):
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages/leaves.py").write_text("raise SystemExit(1)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "packages"))
    opened = write(tmp_path / "home/one.ipynb", "import leaves", "1 + 1")
    forkserver = SharedForkServer(())
    try:
        Validating._warm(opened, forkserver, CourseDirectory(root=str(tmp_path / "home")))
        process = forkserver.process.pid
        validate(opened, forkserver, Cancel())
        assert forkserver.process.pid == process
    finally:
        forkserver.close()
