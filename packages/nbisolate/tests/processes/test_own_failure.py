"""A failure of our own code is told from errors of the test and of the submission."""

import pytest

from nbisolate.bridge.internal_errors import is_own_failure
from nbisolate.bridge.outline import Outline
from nbisolate.bridge.special_methods import is_handle
from nbisolate.processes import name_analysis
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits

SUBMISSION = """
def f(x):
    return len(x)
class Long:
    def __len__(self):
        return -1
    def __iter__(self):
        return iter([1])
    def __contains__(self, item):
        return True
class Whole(int):
    def __mul__(self, other):
        return self
class Items:
    def __iter__(self):
        return iter([3, 4])
    __contains__ = None
def raised():
    try:
        raise ValueError("odd")
    except ValueError as error:
        return error
class Vector:
    pass
"""
BREAK_STUDENT = "import nbisolate.processes.student as own\nown.ObjectUnpickler = None\n"
BREAK_JUDGE = "import nbisolate.processes.session as own\nown.dumps = None\n"


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(())
    yield forkserver
    forkserver.close()


@pytest.fixture
def run(forkserver, tmp_path):
    """Run a student's cell and test cells; return the `NotebookRun`."""
    tmp_path.chmod(0o755)

    def run(student, *tests):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        return run_notebook(
            cells=[Cell(student), *(Cell(test, "test") for test in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=20),
            sandboxed=True,
            forkserver=forkserver,
        )

    return run


def test_a_failure_in_the_judge_is_named(run):
    failure = run(SUBMISSION, BREAK_JUDGE + "f([1])", "assert f([1]) == 1").failure
    assert "TypeError in session.py, line" in failure and failure.endswith(
        "None of its results count"
    )


def test_a_failure_in_the_students_process_is_named(run):
    """A submission can report one too, which nobody can tell from a true one: it says so."""
    failure = run(BREAK_STUDENT + SUBMISSION, "assert f([1]) == 1").failure
    assert "its process reported an error of nbisolate" in failure


POSING = """
import builtins, numpy
class Posing:
    def __init__(self, kind):
        self.kind = kind
    __class__ = property(lambda self: self.kind)
def pose(name):
    return Posing(getattr(builtins, name, None) or getattr(numpy, name))
"""


@pytest.mark.parametrize("kind", ["bool", "str", "dict", "type", "ndarray", "dtype"])
def test_an_object_that_poses_as_another_is_no_failure(run, kind):
    """`Mock(spec=bool)` is one."""
    done = run(POSING, f"assert pose({kind!r}) is not None")
    assert done.failure is None and done.outputs[-1] == []


# What is broken in the judge, and a test cell that then ends with a TypeError of ours.
BROKEN = {
    "proxies._read_attribute": "Vector().missing",
    "proxies._has_value": "Vector()",
    "proxies.methods": "Vector()",
    "special_methods.undecided": "assert 3 in Vector()",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_type_error_of_our_own_is_no_error_of_the_submission(run, name):
    module, _, function = name.partition(".")
    extra = "    def __contains__(self, item):\n        return True\n"
    broken = f"import nbisolate.bridge.{module} as own\nown.{function} = None\n"
    failure = run(SUBMISSION + "\n" + extra, broken + BROKEN[name]).failure
    assert failure is not None and "TypeError in " in failure, name


ERRORS = [
    "f(3)",
    "f([1], 2)",
    "1 / 0",
    "undefined",
    "Vector() + 1",
    "1 + Vector()",
    "Vector()[0]",
    "Vector().missing",
    "len(Vector())",
    "int(Vector())",
    "f(x for x in [1])",
    "f(open('/dev/null'))",
    "Vector() == Vector()",
    "raise ValueError('odd')",
    "f.missing",
    "for x in Vector(): pass",
    "with Vector(): pass",
    "3 in Long()",
    "len(Long())",
    "Whole(3) + 'a'",
    "Whole(3) < 'a'",
    "f'{raised():d}'",
    "raised().__traceback__ = 3",
    "import numpy as np\nnp.ones(2) in Items()",
    "exit()",
    "assert f([1]) == 2",
]


def test_errors_of_tests_and_submissions_are_no_failures_and_show_no_frame_of_ours(run):
    done = run(SUBMISSION, *ERRORS)
    assert done.failure is None
    for source, outputs in zip(ERRORS, done.outputs[1:], strict=True):
        shown = [line for output in outputs for line in output.get("traceback", [])]
        assert not [line for line in shown if "nbisolate" in line], source


def raised(call):
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_what_a_raise_of_ours_means_is_no_failure():
    assert not is_own_failure(raised(lambda: [][0]))  # not in nbisolate
    assert not is_own_failure(ValueError())  # was never raised
    assert is_own_failure(raised(lambda: Outline(order=3).standings({})))
    assert is_own_failure(raised(lambda: name_analysis.read_test(3)))
    assert not is_handle(3)
