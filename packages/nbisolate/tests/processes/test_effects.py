"""Who may change what: a call its arguments, a test cell a value of the submission."""

import ast

import pytest

from nbisolate.processes.argument_mutation import calls_for_effect, compared_calls
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits

HELPER = """
class Card:
    def __init__(self, rank):
        self.rank = rank
    def __eq__(self, other):
        return self.rank == other.rank
class Pile(list):
    pass
"""


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run a student's cell and test cells; return the error of each test, or None."""
    tmp_path.chmod(0o755)

    def judge(student, *tests):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "helper.py").write_text(HELPER)
        run = run_notebook(
            cells=[Cell(student), *(Cell(test, "test") for test in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=20),
            sandboxed=True,
            forkserver=forkserver,
        )
        assert run.outputs[0] == []
        errors = [[o for o in outputs if o["output_type"] == "error"] for outputs in run.outputs]
        return [f"{e[0]['ename']}: {e[0]['evalue']}" if e else None for e in errors[1:]]

    return judge


@pytest.mark.parametrize(
    "cell, calls",
    [
        ("f(x)", 1),
        ("with a:\n    f(x)", 1),
        ("assert f(x) == 3", 1),
        ("assert [1, 2] == f(x)", 1),
        ("assert f(x) is None", 1),
        ("tester.assertEqual(f(x), {'a': 1})", 1),
        ("assert_equal(3, f(x))", 1),
        ("y = f(x)\nassert_array_equal(x, [3, 1])", 1),
        ("y = f(x)\nassert_array_equal(x, y)", 0),
        ("y = f(x)\nassert x == [3, 1]", 1),
        ("original = list(x)\ny = f(x)\nassert x == original", 1),
        ("assert f(x) == 2 * x", 0),
        ("assert f(x) == expected", 0),
        ("assert f(x) == f(y)", 0),
        ("assert f(x) != 3", 0),
        ("assert f(x).shape == (2,)", 0),
        ("assert len(f(x)) == 3", 0),
        ("assert f(x)", 0),
        ("y = f(x)\nassert y == 2 * x", 0),
        ("y = f(x)\nassert y == x", 0),
        ("y = f(x)\nexpected = 2 * x\nassert y == expected", 0),
        ("y = f(x)\nassert x == [2]\nassert y == sum(x)", 0),
        ("a = x\ny = f(x)\nassert x == [2] and a is x", 0),
        ("a = x\ny = f(x)\nassert x == [2]\nassert a is x", 1),
        ("a = x\ny = f(a)\nassert y == sum(x)", 0),
        ("a = b = x\ny = f(x)\nassert b == [2]", 1),
        ("a = b = x\ny = f(b)\nassert y == 2 * a", 0),
        ("a = [x]\ny = f(x)\nassert x == [2]", 1),
        ("a = [x]\ny = f(x)\nassert y == a[0]", 0),
        ("x = [1]\nwanted = sorted(x)\ny = f(x)\nassert y == wanted", 1),
        ("x = [1]\nwanted = x.copy()\ny = f(x)\nassert y == wanted", 1),
        ("x = [[1]]\nwanted = deepcopy(x)\ny = f(x)\nassert y == wanted", 1),
        ("x = np.ones(2)\nwanted = np.zeros(2)\ny = f(x)\nassert_equal(x, wanted)", 1),
        ("wanted = [x for x in rows]\nx = [1]\ny = f(x)\nassert x == [2]", 1),
        ("def g(x):\n    return x\nx = [1]\ny = f(x)\nassert x == [2]", 1),
        ("x = [[1]]\nwanted = x.copy()\ny = f(x)\nassert y == wanted", 0),
        ("x = [1]\nx[0] = [2]\nwanted = list(x)\ny = f(x)\nassert y == wanted", 0),
        ("x = [1]\nwanted = views.list(x)\ny = f(x)\nassert y == wanted", 0),
        ("x = [1]\nwanted = map(abs, x)\ny = f(x)\nassert y == list(wanted)", 0),
        ("x = [1]\nwanted = (e for e in list(x))\ny = f(x)\nassert y == list(wanted)", 1),
        ("x = [1]\nw = (e for _ in z for e in list(x))\ny = f(x)\nassert y == list(w)", 0),
        ("x = [1]\ny = f(x)\nassert y == sorted(x)", 0),
        ("x = rows[0]\ny = f(x)\nassert x == [2]\nassert y == sum(rows[0])", 0),
        ("for x in rows:\n    pass\ny = f(x)\nassert y == sum(rows[0])", 0),
        ("x = [1]\ndef wanted(z=x):\n    return z\ny = f(x)\nassert y == wanted()", 0),
        ("x = [1]\ndef wanted():\n    return x\ny = f(x)\nassert y == wanted()", 0),
        ("x = [1]\ndef wanted():\n    return [x for x in x]\ny = f(x)", 0),
        ("def make():\n    return rows[0]\nx = make()\ny = f(x)\nassert make() == y", 0),
        ("a = x\ny = f(x)\nassert y == 2 * a", 0),
        ("a = x\ny = f(x)\nassert y == a", 0),
        ("a = x\nb = a\ny = f(x)\nassert y == sum(b)", 0),
        ("y = f(x, 3)\nassert x == [2]", 0),
        ("y = f([1])", 0),
        ("for i in x:\n    y = f(x)\nassert x == [1]", 0),
    ],
)
def test_which_calls_are_made_for_their_effect(cell, calls):
    tree = ast.parse(cell)
    places = [*calls_for_effect(tree), *(call.place for call in compared_calls(tree))]
    starts = [(line, column) for line, _, column, _ in places]
    lines = cell.splitlines()
    assert sum(lines[line - 1][column:].startswith("f(") for line, column in starts) == calls


CHEAT = """
import numpy as np
def f(x):
    x[:] = [0] * len(x) if isinstance(x, list) else 0
    return x
def total(x):
    x.clear()
    return 0
"""


@pytest.mark.parametrize(
    "test",
    [
        "x = [1, 2]\nassert f(x) == [2 * each for each in x]",
        "x = [1, 2]\ny = f(x)\nassert y == [2 * each for each in x]",
        "x = [1, 2]\ny = f(x)\nassert y == x",
        "x = [1, 2]\na = x\ny = f(x)\nassert y == [2 * each for each in a]",
        "x = [1, 2]\na = x\ny = f(x)\nassert y == a",
        "x = [1, 2]\na = x\ny = f(a)\nassert y == [2 * each for each in x]",
        "x = [3, 4]\nassert total(x) == sum(x)",
        "import numpy as np\nx = np.ones(3)\nnp.testing.assert_allclose(f(x), 2 * x)",
        "import numpy as np\nx = np.ones(3)\ny = f(x)\nassert np.array_equal(y, 2 * x)",
        "x = [1, 2]\ndef wanted():\n    return [2 * each for each in x]\nassert f(x) == wanted()",
        "x = [3, 4]\nwanted = map(int, x)\ny = total(x)\nassert y == sum(wanted)",
        "x = [3, 4]\ndef wanted():\n    return sum(x)\ny = total(x)\nassert y == wanted()",
        "x = {3: 4}\nitems = x.items()\ny = total(x)\nassert y == len(items)",
        "rows = [[3, 4]]\nx = rows[0]\ny = total(x)\nassert y == sum(rows[0])",
        "import numpy as np\nx = np.ones(3)\nhead = x[:2]\ny = f(x)\nassert y.sum() == 3 * head[0]",
    ],
)
def test_a_submission_does_not_choose_what_it_is_compared_with(judge, test):
    (error,) = judge(CHEAT, test)
    assert error and error.startswith("AssertionError")


@pytest.mark.parametrize(
    "tests",
    [
        ["x = [3, 4]\nwanted = map(int, x)", "y = total(x)", "assert y == sum(wanted)"],
        ["x = [3, 4]", "y = total(x)", "assert y == sum(x)"],
        ["rows = [[3, 4]]", "x = rows[0]\ny = total(x)", "assert y == sum(rows[0])"],
        [
            "def wanted():\n    return sum(x)",
            "x = [3, 4]\ny = total(x)\nassert y == wanted()",
        ],
        [
            "rows = [[3, 4]]\ndef first():\n    return rows[0]",
            "x = first()\ny = total(x)\nassert y == sum(rows[0])",
        ],
    ],
)
def test_nor_with_what_another_test_cell_makes_of_it(judge, tests):
    errors = judge(CHEAT, *tests)
    assert any(error and error.startswith("AssertionError") for error in errors)


def test_names_that_other_cells_bind_anew_are_no_reason_to_keep_an_argument(judge):
    tests = [
        "x = [1]\nassert x == [1]",
        "x = [3, 4]\nwanted = sorted(x)\ny = total(x)\nassert x == []\nassert y == 0",
        "x = [5]\nassert [x for x in x] == [5]",
    ]
    assert judge(CHEAT, *tests) == [None, None, None]


ANSWERS = """
import gc
from nbisolate.processes.student import Student
me = next(thing for thing in gc.get_objects() if isinstance(thing, Student))
honest = me.answer
def answer(request, data):
    if request["text"] == "call_for_effect":
        return {"value": REPLY}, b""
    return honest(request, data)
me.answer = answer
def f(*args):
    pass
"""
PLACE = ["i", "0"]
LIES = {
    "no pair": None,
    "the result is what was sent": ["t", [["a", 0], ["d", []]]],
    "nothing was sent there": ["t", [None, ["d", [[PLACE, ["l", [["a", 99]]]]]]]],
    "a place below zero": ["t", [None, ["d", [[PLACE, ["l", [["a", -1]]]]]]]],
    "a place that is no number": ["t", [None, ["d", [[PLACE, ["l", [["a", "0"]]]]]]]],
    "a set of lists": ["t", [None, ["d", [[PLACE, ["s", [["a", 0]]]]]]]],
}
IGNORED = {
    "another type": ["t", [None, ["d", [[PLACE, ["s", []]]]]]],
    "a place without anything": ["t", [None, ["d", [[["i", "7"], ["l", []]]]]]],
    "a place by text": ["t", [None, ["d", [["0", ["l", []]]]]]],
    "what cannot change": ["t", [None, ["d", [[["i", "1"], ["l", []]]]]]],
    "no places": ["t", [None, ["l", []]]],
}
UNCHANGED = "x, y = [1], (2,)\ntry:\n    f(x, y)\nfinally:\n    assert (x, y) == ([1], (2,))"


@pytest.mark.parametrize("reply", LIES.values(), ids=LIES)
def test_malformed_changes_end_the_students_process(judge, reply):
    errors = judge(ANSWERS.replace("REPLY", repr(reply)), UNCHANGED, "f([])")
    assert (
        errors
        == ["Stopped: the notebook's process sent an invalid message: a value is malformed"] * 2
    )


def test_changes_of_something_else_change_nothing(judge):
    for reply in IGNORED.values():
        assert judge(ANSWERS.replace("REPLY", repr(reply)), UNCHANGED) == [None]


def test_a_value_is_the_same_until_the_students_code_has_changed_it(judge):
    student = """
count, items, large = 0, [1], list(range(400_000))
def tick():
    global count
    count += 1
    items.append(count)
def first():
    return items[0]
"""
    tests = [
        "assert count == 0 and items == [1]\ntick()\nassert count == 1 and items == [1, 1]",
        "before = items\nbefore[0] = 7\nassert items is before and first() == 7",
        "before = items\nfirst()\nassert items is before",
        "large.append(1)\nassert len(large) == 400_001",
        "del items[:]\ntick()\nassert items == [2]",
    ]
    assert judge(student, *tests) == [None] * len(tests)


def test_an_object_hears_what_is_looked_for_when_its_items_are_known(judge):
    student = """
class Learner:
    heard = []
    def __contains__(self, item):
        self.heard.append(item)
        return True
    def __iter__(self):
        yield from self.heard
class Endless(Learner):
    heard = []
    def __iter__(self):
        while True:
            yield from self.heard or [0]
    def __contains__(self, item):
        return False
"""
    tests = ["assert 42 in Learner()", "assert 42 in Endless()", "assert 0 in Endless()"]
    errors = judge(student, *tests)
    assert [(error or "")[:16] for error in errors[::2]] == ["UndecidedError: "] * 2
    assert errors[1] == "AssertionError: "


def test_a_class_of_a_module_beside_is_taken_for_it_if_it_is_plain(judge):
    student = """
import helper
def make(kind, *args):
    return getattr(helper, kind)(*args)
class Tensor:
    def __eq__(self, other):
        return True
Tensor.__module__, Tensor.__name__ = "helper", "Pile"
class Anything:
    rank = 0
    def __eq__(self, other):
        return True
Anything.__module__, Anything.__name__ = "helper", "Card"
class Imported:
    pass
Imported.__module__, Imported.__name__ = "decimal", "Decimal"
"""
    tests = [
        "import helper\nassert isinstance(make('Card', 3), helper.Card)",
        "import helper\nassert make('Card', 3) == helper.Card(3) != make('Card', 4)",
        "import helper\nassert not isinstance(Tensor(), (helper.Pile, list))",
        "import helper\nassert Anything() == helper.Card(3)",
        "import decimal\nassert not isinstance(Imported(), decimal.Decimal)",
    ]
    errors = judge(student, *tests)
    assert errors == [None, None, None, "AssertionError: ", None]
