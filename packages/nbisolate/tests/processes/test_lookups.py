"""A name that a test cell uses gives what the student's process has bound it to."""

import pytest

from nbisolate.bridge.channel import ProtocolError
from nbisolate.bridge.messages import Reply, parse_from_student
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.result import Stop
from nbisolate.sandbox.limits import Limits

ANSWER = """
import os
class C: pass
def other(): return "other"
def f(): return "f"
def rebind():
    global f, C
    f, C = other, int
def unbind():
    global f
    del f
def rebind_and_fail():
    rebind()
    raise ValueError("after all")
def rebind_and_hang():
    rebind()
    while True: pass
def value():
    global f
    f = 7
def end():
    os._exit(3)
"""
# After the cell before, which has called f and looked at C.
TESTS = {
    "rebind()": "assert f() == 'other' and C is int",
    "unbind()": "import pytest\nwith pytest.raises(NameError):\n    f()",
    "try: rebind_and_fail()\nexcept ValueError: pass": "assert f() == 'other' and C is int",
    "value()": "assert f == 7",
    "f()": "assert f() == 'f' and f is kept_f and C is kept_c",
}
FIRST = "assert f() == 'f' and f() == 'f' and isinstance(C(), C)\nkept_f, kept_c = f, C\n"


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer()
    yield forkserver
    forkserver.close()


def errors(forkserver, folder, cells, **limits):
    """Return the error of each test cell, or None, and the run."""
    run = run_notebook(
        cells=cells,
        support=folder,
        work=folder,
        limits=Limits(**{"cell_seconds": 5} | limits),
        sandboxed=False,
        forkserver=forkserver,
    )
    found = [[o for o in outputs if o["output_type"] == "error"] for outputs in run.outputs]
    return [each[0]["evalue"] if each else None for each in found[1:]], run


@pytest.mark.parametrize("call", TESTS)
def test_a_name_that_is_bound_again_is_found_again(forkserver, tmp_path, call):
    """In the same cell, in the next one, and after a cell of the student's."""
    tests = [FIRST + call + "\n" + TESTS[call], FIRST + call, TESTS[call]]
    cells = [Cell(ANSWER), Cell(tests[0], "test")]
    assert errors(forkserver, tmp_path, cells)[0] == [None]
    cells = [Cell(ANSWER), *(Cell(test, "test") for test in tests[1:])]
    assert errors(forkserver, tmp_path, cells)[0] == [None, None]
    cells = [Cell(ANSWER), Cell(FIRST, "test"), Cell("f, C = other, int"), Cell(tests[2], "test")]
    if "other" in TESTS[call]:
        assert errors(forkserver, tmp_path, cells)[0] == [None] * 3


def test_a_name_that_a_call_without_end_has_bound_is_found_again(forkserver, tmp_path):
    test = FIRST + "try: rebind_and_hang()\nexcept Exception: pass\nassert f() == 'other'"
    assert errors(forkserver, tmp_path, [Cell(ANSWER), Cell(test, "test")])[0] == [None]


def test_a_name_is_looked_up_again_once_the_process_has_ended(forkserver, tmp_path):
    test = FIRST + "try: end()\nexcept Exception: pass\nassert callable(f)"
    found, run = errors(forkserver, tmp_path, [Cell(ANSWER), Cell(test, "test")])
    assert "ended" in found[0]
    assert run.measured.stopped is Stop.ENDED


def test_the_time_ends_while_a_change_is_sent(forkserver, tmp_path):
    """The cache is emptied while `LookupCache.code_will_run` goes through it."""
    student = """
import gc, time
from nbisolate.processes.student import Student
me = next(each for each in gc.get_objects() if isinstance(each, Student))
me.set = lambda name, value: time.sleep(60)
table, number = {}, 3
def f(): return 1
"""
    test = "table.update(a=number)\nassert f() == 1"
    found, run = errors(
        forkserver,
        tmp_path,
        [Cell(student), Cell(test, "test")],
        notebook_seconds=3,
        cell_seconds=9,
    )
    assert run.failure is None and run.reason == "the notebook was stopped after 3 s"
    assert found == [run.reason] and run.measured.stopped is Stop.TIME


def test_functions_are_looked_up_once(forkserver, tmp_path):
    """The student's process counts, in a list that the test cell reads."""
    count = """
import gc
from nbisolate.processes.student import Student
me = next(each for each in gc.get_objects() if isinstance(each, Student))
asked, lookup = [], me.lookup
me.lookup = lambda name, names: asked.append(name) or lookup(name, names)
def f(): return 1
"""
    test = "for _ in range(5): f()\nassert asked.count('f') == 1"
    assert errors(forkserver, tmp_path, [Cell(count), Cell(test, "test")])[0] == [None]


@pytest.mark.parametrize("changed", ["f", {"f": 1}, ["f", 1], [["f"]], 5, None])
def test_malformed_names_are_refused(changed):
    assert parse_from_student({"id": 1, "changed": ["f"]}) == Reply(1, [], None, ["f"])
    with pytest.raises(ProtocolError):
        parse_from_student({"id": 1, "value": ["i", "3"], "changed": changed})


def test_names_with_two_underscores_are_never_the_submissions(forkserver, tmp_path):
    """Python, pytest and others look for such names, and believe what they find."""
    names = ("__answer__", "__tracebackhide__", "__test__")
    answer = "\n".join(f"{name} = 'mine'" for name in names) + "\nplain = 'mine'"
    cells = [Cell(answer), *(Cell(name, "test") for name in names), Cell("plain", "test")]
    found, _ = errors(forkserver, tmp_path, cells)
    assert found == [*(f"name '{name}' is not defined" for name in names), None]
