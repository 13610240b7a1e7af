"""Functions and generators of a test cell that run in the judge give a submission nothing more."""

import pytest

from nbjudge.processes.callbacks import changing_functions
from nbjudge.processes.cell_names import parse_cell
from nbjudge.processes.engine import Cell, run_notebook
from nbjudge.processes.nursery import Nursery
from nbjudge.sandbox.limits import Limits

HOSTILE = """
import sys, threading
from nbjudge.border import stand_ins
class All:
    def __eq__(self, other): return True
    __hash__ = None
saved = []
def keep(f): saved.append(f)
def use_again(n):
    for f in saved: f(n)
def lie(f):
    try: f(All())
    except Exception: pass
def again(f): return f()
def wrong_call(f): f(1, 2, 3)
def without_end(f):
    while True: f(1)
def all_of(items): return sum(items)
def swallow(f):
    try: f()
    except BaseException: return "swallowed"
def look(f): return sorted(f.__globals__)
def guess():
    for number in range(100):
        try: stand_ins.ask(number, (7,), {})
        except RuntimeError: pass
def raw(frame):
    server = stand_ins.ask.__self__
    server.channel.send(frame)
def in_threads(f, n):
    threads = [threading.Thread(target=f, args=(k,)) for k in range(n)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
def after_the_call(f):
    def wait():
        import time
        time.sleep(0.3)
        try: f("late")
        except RuntimeError as error: saved.append(str(error))
    threading.Thread(target=wait).start()
def hide(f): saved.append(f); return 1
class Hidden:
    def __init__(self, f): self.f = f
    def run(self): return self.f()
"""


@pytest.fixture(scope="module")
def nursery():
    nursery = Nursery([])
    yield nursery
    nursery.close()


@pytest.fixture
def judge(nursery, tmp_path):
    """Run test cells after the hostile one; return the name of each one's error, or None."""
    tmp_path.chmod(0o755)

    def judge(*tests, seconds=20):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir()
        run = run_notebook(
            cells=[Cell(HOSTILE), *(Cell(test, "test") for test in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=seconds, notebook_seconds=120),
            sandboxed=True,
            nursery=nursery,
        )
        judge.run = run
        assert run.failure is None and run.outputs[0] == []
        errors = [[o for o in outputs if o["output_type"] == "error"] for outputs in run.outputs]
        print(errors)
        return [found[0]["ename"] if found else None for found in errors[1:]]

    return judge


def test_a_stand_in_ends_with_its_test_cell(judge):
    keeps = "seen = []\nkeep(seen.append)\nuse_again(1)\nassert seen == [1]"
    later = (
        "try:\n    use_again(2)\nexcept RuntimeError as error:\n    assert 'ended' in str(error)\n"
    )
    later += "else:\n    assert False"
    assert judge(keeps, later, "guess()\nassert seen == [1]") == [None, None, None]


def test_no_object_of_the_submission_equals_what_a_function_hears(judge):
    hears = "seen = []\nlie(seen.append)\nassert seen == [3]"
    asks = "ok = True\ndef f(x):\n    global ok\n    ok = ok and x == 3\nlie(f)\nassert ok"
    assert judge(hears, asks) == ["Undecided", "Undecided"]


def test_calls_in_calls_end(judge):
    endless = "seen = []\ndef f():\n    seen.append(1)\n    return again(f)\nagain(f)"
    assert judge(endless, "assert all_of([1, 2]) == 3") == ["RecursionError", None]


def test_a_generator_that_uses_itself_through_the_submission_ends(judge):
    cell = "def turns():\n    yield 1\n    yield all_of(items)\nitems = turns()\nall_of(items)"
    assert judge(cell, "assert all_of([1, 2]) == 3") == ["ValueError", None]


@pytest.mark.parametrize(
    "cell",
    [
        "seen = []\nwithout_end(seen.append)",
        "def stream():\n    while True: yield 1\nall_of(stream())",
        "import time\ndef slow():\n    global n\n    n = time.sleep(60)\nagain(slow)",
    ],
)
def test_what_has_no_end_costs_its_own_cell(judge, cell):
    stopped = "TestStopped" if "sleep" in cell else "Stopped"
    assert judge(cell, "assert all_of([1, 2]) == 3", seconds=1) == [stopped, None]


def test_a_failing_test_is_not_passed_by_a_submission_that_swallows(judge):
    cell = "n = 0\ndef f():\n    global n\n    n += 1\n    assert False, 'no'\n"
    assert judge(cell + "again(f)", cell + "assert swallow(f) == 'swallowed'") == [
        "AssertionError",
        None,  # as in one kernel
    ]


def test_a_wrong_call_is_the_submissions_error_and_no_failure_of_ours(judge):
    cells = [
        "seen = []\nwrong_call(seen.append)",
        "def g():\n    global n\n    n = 1\nwrong_call(g)",
    ]
    assert judge(*cells) == ["TypeError", "TypeError"]
    assert "in wrong_call" in str(judge.run.outputs[1])


def test_a_function_that_runs_here_takes_no_globals_along(judge):
    cell = "wanted = 42\ndef f(x):\n    global n\n    n = x == wanted\n"
    assert judge(cell + "assert 'wanted' not in look(f)") == [None]
    assert "wanted" not in str(judge.run.outputs)


@pytest.mark.parametrize(
    "frame",
    [
        {"call": 0},
        {"call": 0, "value": ["t", [["l", []]]]},
        {"call": -1, "value": 3},
        {"call": 10**30, "value": []},
        {"call": True, "value": []},
        {"call": None},
    ],
)
def test_a_malformed_call_ends_the_students_process(judge, frame):
    cell = f"seen = []\nkeep(seen.append)\nraw({frame})\nassert False"
    assert judge(cell, "assert all_of([]) == 0") == ["Stopped", "Stopped"]
    assert "broke the protocol" in judge.run.reason


def test_threads_take_turns_and_end_with_the_call(judge):
    turns = "seen = []\nin_threads(seen.append, 20)\nassert sorted(seen) == list(range(20))"
    late = "import time\nseen = []\nafter_the_call(seen.append)\ntime.sleep(1)\nassert seen == []"
    assert judge(turns, late, "assert 'ended' in saved[0]") == [None, None, None]


def test_an_exception_of_the_test_cell_arrives_as_it_was(judge):
    cell = "class Odd(ValueError):\n    def __init__(self, a, b):\n        super().__init__(a)\n"
    cell += "        self.b = b\ndef f():\n    global n\n    n = 1\n    raise Odd('a', 'b')\n"
    cell += "try:\n    again(f)\nexcept ValueError as error:\n"
    cell += "    assert error.args == ('a',) and error.b == 'b'\nelse:\n    assert False"
    locked = "import threading\ndef f():\n    global n\n    n = threading.Lock()\n    return n\n"
    assert judge(cell, locked + "again(f)") == [None, "TypeError"]


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("def f(x): seen.append(x)", [(1, "f", ["seen"])]),
        ("@d\ndef f(x): seen[x] = 1", [(1, "f", ["seen"])]),
        ("lambda x: a.b.update(x)", [(1, "<lambda>", ["a"])]),
        ("def f():\n    global n\n    n = 1", [(1, "f", [""])]),
        (
            "def d():\n  n = 0\n  def f():\n    nonlocal n\n    n = 1\n  f()\n  return n",
            [(1, "d", ["n"]), (3, "f", ["n"])],
        ),
        ("def d(seen):\n    def f(x): seen.append(x)\n    return f", [(2, "f", ["seen"])]),
        (
            "def d():\n    seen = every\n    def f(x): seen.append(x)\n    return f",
            [(3, "f", ["seen"])],
        ),
        (
            "def d():\n    seen = [every]\n    def f(x): seen[0].append(x)\n    return f",
            [(3, "f", ["seen"])],
        ),
        (
            "def once():\n  calls = []\n  def f(x): calls.append(x)\n  return f",
            [],
        ),
        ("def f(xs):\n    xs.sort()\n    xs[0] = 1\n    return xs", []),
        ("def f():\n    xs = []\n    xs.append(1)\n    return [y.pop() for y in xs]", []),
        ("lambda x: table[x] + rate.get(x)", []),
        ("seen.append(1)", []),
    ],
)
def test_functions_that_change_what_is_not_theirs(cell, found):
    assert changing_functions(parse_cell(cell)) == found


def test_a_function_that_alone_counts_its_calls_goes_by_value(judge):
    """In the judge it would get handles in the place of the submission's objects."""
    once = "def once():\n    calls = []\n    def f(x): calls.append(x)\n    return f\n"
    seen = once.replace("return f", "return f, calls")
    cells = f"{once}assert 'ask' not in look(once())", f"{seen}assert 'ask' in look(once()[0])"
    assert judge(*cells) == [None, None]


def test_a_module_is_nothing_that_a_function_changes(judge):
    cell = "import bisect, random as r\nassert all_of(map(lambda x: r.seed(x) or x, [1, 2])) == 3\n"
    cell += "def f(x):\n    bisect.insort.append = x\n    return x\nassert 'bisect' in look(f)"
    assert judge(cell) == [None]
