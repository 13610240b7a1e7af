"""Idioms of other people's test cells get the points that one kernel gives, and never more.

Each case is a right and a wrong answer, a test cell, and a sibling of that cell: the same test
without the idiom.
"""

import pytest

from nbisolate.bridge.outline import Outline
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.processes.name_analysis import read_cell
from nbisolate.sandbox.limits import Limits

POOR = "class Poor(Exception): pass\nclass Taught(Poor):\n    pass\n"
MADE = "made = []\ndef record(*m): made.append(m)\n"
CATCH = "try:\n    {call}\nexcept {kind} as error:\n    assert {what}\nelse:\n    assert False"
TABLE = """
from collections import defaultdict
class Table(dict):
    def __missing__(self, key): return {missing}
    def largest(self): return max(self.values())
"""
ORDER = "from collections import OrderedDict\nclass Order(OrderedDict): pass\n"
# Title: the right answer, the wrong one, the test cell, its sibling.
CASES = {
    "a factory of the submission": (
        "from collections import defaultdict\nflags = defaultdict(lambda: 5, a=1)",
        "from collections import defaultdict\nflags = defaultdict(lambda: 6, a=1)",
        "assert isinstance(flags, dict) and flags == {'a': 1} and flags['b'] == 5",
        "assert flags['a'] == 1 and flags['b'] == 5",
    ),
    "a class derived from dict": (
        TABLE.format(missing=0) + "table = Table(a=1, b=2)",
        TABLE.format(missing=7) + "table = Table(a=1, b=2)",
        "assert isinstance(table, dict) and table == {'a': 1, 'b': 2} and table['c'] == 0",
        "assert dict(table) == {'a': 1, 'b': 2} and table['c'] == 0",
    ),
    "another container than the test asks for": (
        TABLE.format(missing=0) + "table = Table(a=1, b=2)",
        "class Table(list):\n    def largest(self): return 2\ntable = Table(['a', 'b'])",
        "assert isinstance(table, dict) and table.largest() == 2",
        "assert len(table) == 2 and table['a'] == 1",
    ),
    "a class derived from list": (
        "class Row(list):\n    def first(self): return self[0]\nrow = Row([1, 2])",
        "class Row(list):\n    def first(self): return self[0]\nrow = Row([1, 3])",
        "import unittest\nassert isinstance(row, list)\n"
        "unittest.TestCase().assertEqual(row, [1, 2])",
        "assert row == [1, 2]",
    ),
    "a class derived from Counter": (
        "from collections import Counter\nclass Bag(Counter):\n"
        "    def top(self): return self.most_common(1)\nbag = Bag('aab')",
        "from collections import Counter\nclass Bag(Counter):\n"
        "    def top(self): return self.most_common(1)\nbag = Bag('abb')",
        "from collections import Counter\nassert isinstance(bag, Counter)\n"
        "assert bag == Counter('aab') and bag.top() == [('a', 2)]",
        "assert dict(bag) == {'a': 2, 'b': 1} and bag == {'a': 2, 'b': 1}",
    ),
    "a class derived from OrderedDict": (
        ORDER + "steps = Order(a=1, b=2)",
        ORDER + "steps = Order(a=1, b=2)\nsteps.move_to_end('a')",
        "from collections import OrderedDict\nassert steps == OrderedDict(a=1, b=2)",
        "assert steps == {'a': 1, 'b': 2}",
    ),
    "arguments of an exception": (
        POOR + "def pay(a, b): raise Poor(a, b)",
        POOR + "def pay(a, b): raise Poor(b, a)",
        CATCH.format(call="pay(0, 1)", kind="Poor", what="error.args == (0, 1)"),
        CATCH.format(call="pay(0, 1)", kind="Poor", what="str(error) == '(0, 1)'"),
    ),
    "arguments of a built-in exception": (
        "def find(key): raise KeyError(key)",
        "def find(key): raise KeyError(key + ' ')",
        CATCH.format(call="find('a')", kind="KeyError", what="error.args[0] == 'a'"),
        CATCH.format(call="find('a')", kind="KeyError", what="str(error) == repr('a')"),
    ),
    "items of an argument": (
        "def reject(x): raise ValueError({'bad': [x]}, 1.5)",
        "def reject(x): raise ValueError({'bad': x}, 1.5)",
        CATCH.format(call="reject(3)", kind="ValueError", what="error.args[0]['bad'] == [3]"),
        CATCH.format(call="reject(3)", kind="ValueError", what="'[3]' in str(error)"),
    ),
    "a pattern": (
        "import re\nphone = re.compile(r'\\d+-\\d+')",
        "phone = r'\\d+-\\d+'",
        "import re\nassert isinstance(phone, re.Pattern)",
        "assert phone.match('12-34')",
    ),
    "a pattern's text": (
        "import re\nword = re.compile('[a-z]+', re.I)",
        "import re\nword = re.compile('[a-z]*', re.I)",
        "import re\nassert word == re.compile('[a-z]+', re.I)",
        "assert word.pattern == '[a-z]+'",
    ),
    "a polynomial": (
        "import numpy as np\npoly = np.poly1d([1, 0, 2])",
        "import numpy as np\npoly = np.poly1d([1, 0, 1])",
        "import numpy as np\nassert np.polyval(poly, 3) == 11 and list(poly.coeffs) == [1, 0, 2]",
        "assert poly(2) == 6",
    ),
    "roots of a polynomial": (
        "import numpy as np\nsquare = np.poly1d([1, 0, -4])",
        "import numpy as np\nsquare = np.poly1d([1, 0, 4])",
        "import numpy as np\nassert np.allclose(sorted(np.roots(square)), [-2, 2])",
        "assert sorted(map(round, square.roots.real)) == [-2, 2]",
    ),
    "a built-in function as a default": (
        "def order(xs, key=len): return sorted(xs, key=key)",
        "def order(xs, key=lambda x: len(x)): return sorted(xs)",
        "import inspect\nassert inspect.signature(order).parameters['key'].default is len",
        "assert order(['bb', 'a']) == ['a', 'bb'] and order(['b', 'aa']) == ['b', 'aa']",
    ),
    "a list that a function of a given cell changes": (
        MADE + "def walk(n, say):\n    say(n, 1)\n    say(n, 2)",
        MADE + "def walk(n, say):\n    say(n, 1)",
        "walk(3, record)\nassert made == [(3, 1), (3, 2)]",
        None,
    ),
    "a changed argument with another name": (
        "def dedupe(xs):\n    n = len(xs)\n    xs[:] = sorted(set(xs))\n    return n - len(xs)",
        "def dedupe(xs): return len(xs) - len(set(xs))",
        "xs = [1, 2, 1]\nalias = xs\nr = dedupe(xs)\nassert r == 1\nassert xs == [1, 2]\n"
        "assert alias is xs",
        "assert dedupe([1, 2, 1]) == 1",
    ),
    "no built-in function": (
        "def total(xs):\n    n = 0\n    for x in xs: n += x\n    return n",
        "total = sum",
        "assert total is not sum and total([1, 2]) == 3",
        None,
    ),
}
# Answers that would decide about their points, had the judge taken their word.
ALL = "class All:\n    def __eq__(self, other): return True\n"
LIARS = {
    "arguments of an exception": ALL + POOR + "def pay(a, b): raise Poor(All(), All())",
    "arguments of a built-in exception": ALL
    + "class Lie(KeyError):\n    args = [All()]\ndef find(key): raise Lie(key + ' ')",
    "items of an argument": ALL + "def reject(x): raise ValueError({'bad': All()})",
    "a pattern's text": "import re\nclass Like:\n    def __eq__(self, other): return True\n"
    "word = Like()\nword.pattern = '[a-z]*'",
}


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run all test cells with the answers; return the tests that pass, as (title, place)."""
    tmp_path.chmod(0o755)

    def judge(answers, seconds=20):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir()
        tests = {(title, place): CASES[title][place] for title in answers for place in (2, 3)}
        tests = {key: source for key, source in tests.items() if source}
        order = [*map(read_cell, answers.values()), *(read_cell(c, c) for c in tests.values())]
        run = run_notebook(
            cells=[
                *(Cell(source) for source in answers.values()),
                *(Cell(source, "test") for source in tests.values()),
            ],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=seconds, notebook_seconds=120),
            sandboxed=True,
            forkserver=forkserver,
            outline=Outline((), order),
        )
        assert run.failure is None
        assert not any(map(any, run.outputs[: len(answers)]))
        errors = {
            key: [o["ename"] + ": " + o["evalue"] for o in outputs if o["output_type"] == "error"]
            for key, outputs in zip(tests, run.outputs[len(answers) :], strict=True)
        }
        print({key: error for key, error in errors.items() if error})
        return {key for key, error in errors.items() if not error}

    return judge


def in_one_kernel(answers):
    passed = set()
    for title in answers:
        for place in (2, 3):
            names = {"__name__": "__main__"}
            exec("\n".join(answers.values()), names)
            try:
                exec(CASES[title][place] or "assert False", names)
            except Exception:
                continue
            passed.add((title, place))
    return passed


def test_a_right_answer_has_all_points(judge):
    right = {title: case[0] for title, case in CASES.items()}
    expected = in_one_kernel(right)
    assert expected == {(t, p) for t, c in CASES.items() for p in (2, 3) if c[p]}
    assert judge(right) == expected


@pytest.mark.soak  # the grader waits before it stops a test cell
def test_a_pattern_without_end_costs_its_own_cell(judge):
    endless = "import re\nphone = re.compile('(.+)+x' * 9)\nlimit = 20"
    CASES["endless"] = (endless, "", "assert phone.match('a' * 99)", "assert limit == 20")
    try:
        assert judge({"endless": endless}, 2) == {("endless", 3)}
    finally:
        del CASES["endless"]


def test_a_wrong_answer_has_the_points_of_one_kernel(judge):
    wrong = {title: case[1] for title, case in CASES.items()}
    expected = in_one_kernel(wrong)
    assert not {(title, 2) for title in CASES} & expected
    assert judge(wrong) == expected


def test_an_answer_that_equals_everything_has_no_points(judge):
    assert {(title, 2) for title in LIARS if title != "arguments of a built-in exception"} <= (
        in_one_kernel(LIARS)
    )
    assert not judge(LIARS) & {(title, 2) for title in LIARS}
