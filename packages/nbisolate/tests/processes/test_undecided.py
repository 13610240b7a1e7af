"""A test cell that only nbisolate makes fail is no fault of the answer: a person looks at it."""

import pytest

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits

ANSWER = """
class Number:
    def __eq__(self, other): return True
def one(): return Number()
def take(xs): return next(iter(xs))
def fail(): raise ValueError("the answer's own")
def assert_false(): assert False
"""
USES_A_MAGIC_OF_ANOTHER_CELL = """%%checked
assert take(3) == 1
"""
# NumPy raises with the line `raise AssertionError(msg)`.
FAILS_AFTER_AN_ASSERTION_OF_THE_ANSWER = """
from numpy.testing import assert_equal
try:
    assert_false()
except AssertionError:
    pass
assert_equal(type(take([1])), str)
"""
CATCHES = """
try:
    equal = one() == 1
except Exception:
    raise AssertionError("This is no number.")
assert equal
"""
BY_ANSWER = "The student's class Number defines its own equality"


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer()
    yield forkserver
    forkserver.close()


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("assert one() == 1", BY_ANSWER),
        (CATCHES, BY_ANSWER),
        (
            "import threading\nassert take(threading.Lock()) == 1",
            "A test cell cannot pass this to the submission",
        ),
        ("assert isinstance(one(), int) and one() == 1", None),
        (USES_A_MAGIC_OF_ANOTHER_CELL, "A test cell cannot use a magic that another cell defines"),
        (FAILS_AFTER_AN_ASSERTION_OF_THE_ANSWER, None),
        ("assert fail() == 1", None),
        ("assert take(3) == 1", None),
        ("assert take([1]) == 1", None),
    ],
)
def test_an_error_that_only_nbisolate_can_cause_needs_attention(forkserver, tmp_path, test, reason):
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()
    run = run_notebook(
        cells=[Cell(ANSWER), Cell(test, "test"), Cell("assert take([2]) == 2", "test")],
        support=tmp_path / "judge",
        work=tmp_path / "student",
        limits=Limits(),
        sandboxed=True,
        forkserver=forkserver,
    )
    if reason is None:
        assert run.reason is None
    else:
        assert run.reason.startswith("a test cell could not check an answer: ")
        assert reason in run.reason
    assert run.outputs[2] == []
