"""A wrong special method gets no point by its own say, and a right one loses none by it.

Each case is a class or function, its right version and a wrong one, and a test cell. In one kernel
the right version passes the cell and the wrong one does not.
"""

import re

import pytest

from nbisolate.bridge.outline import Outline
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.processes.name_analysis import read_cell
from nbisolate.sandbox.limits import Limits

ITEMS = "class C:\n    def __init__(self, *items): self.items = items\n"
ONE = "class C:\n    def __init__(self, x): self.x = x\n"
ITERATES = ITEMS + "    def __iter__(self): return iter(self.items)\n    def "
# Title: the start of the class, the right end, the wrong end, the test cell.
METHODS = {
    "contains is None": (
        ITERATES,
        "__contains__(self, x): return x in self.items",
        "__contains__(self, x): return None",
        "assert 2 in C(1, 2) and 5 not in C(1, 2)",
    ),
    "contains is the opposite": (
        ITERATES,
        "__contains__(self, x): return x in self.items",
        "__contains__(self, x): return x not in self.items",
        "assert 2 in C(1, 2)",
    ),
    "contains is always so": (
        ITERATES,
        "__contains__(self, x): return x in self.items",
        "__contains__(self, x): return True",
        "assert 5 not in C(1, 2)",
    ),
    "contains raises": (
        ITERATES,
        "__contains__(self, x): return x in self.items",
        "__contains__(self, x): raise KeyError(x)",
        "assert 2 in C(1, 2)",
    ),
    "contains without items": (
        ONE,
        "    def __contains__(self, other): return other.x == self.x",
        "    def __contains__(self, other): return False",
        "assert C(1) in C(1)",
    ),
    "equal to itself": (
        ONE,
        "    def __eq__(self, other): return self.x == other.x",
        "    def __eq__(self, other): return False",
        "e = C(1)\nassert e == e",
    ),
    "unlike itself": (
        ONE,
        "    def __ne__(self, other): return self.x != other.x",
        "    def __ne__(self, other): return True",
        "e = C(1)\nassert not (e != e)",
    ),
    "unlike None": (
        ONE,
        "    def __eq__(self, other): return False",
        "    def __eq__(self, other): return True",
        "assert C(1) != None and not (C(1) == None) and None != C(1)",
    ),
    "list: contains": (
        "class C(list):\n    def ",
        "__contains__(self, x): return list.__contains__(self, x)",
        "__contains__(self, x): return False",
        "assert 2 in C([1, 2])",
    ),
    "list: len": (
        "class C(list):\n    def ",
        "__len__(self): return list.__len__(self)",
        "__len__(self): return 7",
        "assert len(C([1, 2])) == 2",
    ),
    "list: repr": (
        "class C(list):\n    def ",
        "__repr__(self): return f'C{list(self)}'",
        "__repr__(self): return list.__repr__(self)",
        "assert repr(C([1])) == str(C([1])) == 'C[1]'",
    ),
    "float: str": (
        "class C(float):\n    def ",
        "__str__(self): return f'{self:.1f} m'",
        "__str__(self): return float.__str__(self)",
        "assert str(C(1)) == '1.0 m'",
    ),
    "int: equal": (
        "class C(int):\n    def ",
        "__eq__(self, other): return int(self) == other",
        "__eq__(self, other): return False",
        "assert C(2) == 2",
    ),
    "str: equal": (
        "class C(str):\n    def ",
        "__eq__(self, other): return str.__eq__(self, other)",
        "__eq__(self, other): return False",
        "assert C('a') == 'a'",
    ),
    "float: bool": (
        "class C(float):\n    def ",
        "__bool__(self): return self > 1",
        "__bool__(self): return True",
        "assert not C(0.5) and C(2) == 2",
    ),
    "dict: missing": (
        "class C(dict):\n    def ",
        "__missing__(self, key): return 0",
        "__missing__(self, key): return 1",
        "assert C(a=1)['b'] == 0 and C(a=1) == {'a': 1}",
    ),
    "dict: item": (
        "class C(dict):\n    def ",
        "__getitem__(self, key): return dict.__getitem__(self, key.lower())",
        "__getitem__(self, key): return dict.__getitem__(self, key)",
        "assert C(a=1)['A'] == 1",
    ),
    "two objects are equal": (
        ONE,
        "    def __len__(self): return self.x",
        "    def __len__(self): return 0",
        "assert len(C(3)) == 3",
    ),
    "bool": (ONE, "    def __bool__(self): return self.x > 1", "", "assert not C(0)"),
    "reversed": (
        ITEMS,
        "    def __reversed__(self): return iter(self.items[::-1])",
        "    def __reversed__(self): return iter(self.items)",
        "assert list(reversed(C(1, 2))) == [2, 1]",
    ),
    "call": (
        ONE,
        "    def __call__(self, y): return self.x + y",
        "    def __call__(self, y): return y",
        "assert C(1)(2) == 3",
    ),
    "iter": (
        ITEMS,
        "    def __iter__(self): return iter(self.items)",
        "    def __iter__(self): return iter(self.items[1:])",
        "assert list(C(1, 2)) == [1, 2]",
    ),
    "item": (
        ITEMS,
        "    def __getitem__(self, key): return self.items[key]",
        "    def __getitem__(self, key): return key",
        "assert C(5, 6)[1] == 6",
    ),
    "str": (
        ONE,
        "    def __str__(self): return f'<{self.x}>'",
        "    def __str__(self): return 'x'",
        "assert str(C(1)) == '<1>' == f'{C(1)}'",
    ),
    "repr": (
        ONE,
        "    def __repr__(self): return f'C({self.x})'",
        "    def __repr__(self): return 'C'",
        "assert repr(C(1)) == 'C(1)'",
    ),
    "format": (
        ONE,
        "    def __format__(self, spec): return format(self.x, spec)",
        "    def __format__(self, spec): return spec",
        "assert f'{C(1.5):.2f}' == '1.50'",
    ),
    "int": (
        ONE,
        "    def __int__(self): return self.x",
        "    def __int__(self): return 0",
        "assert int(C(2)) == 2",
    ),
    "hash": (
        ONE,
        "    def __hash__(self): return hash(self.x)",
        "    def __hash__(self): return 1",
        "assert hash(C(2)) == hash(2)",
    ),
}
# The right answer is of a built-in type; the wrong one's arithmetic says what the test wants.
LIAR = "class Liar:\n    def __init__(self, x): self.x = x\n    def "
ARITHMETIC = {
    "power": (
        "def f(x): return x ** 0.5",
        "__pow__(self, k): return float(self.x)\ndef f(x): return Liar(x)",
        "r = f(7)\nassert abs(r ** 2 - 7) < 1e-9",
    ),
    "product": (
        "def f(x): return 7, 13",
        "__mul__(self, other): return self.x\ndef f(x): return Liar(x), Liar(x)",
        "p, q = f(91)\nassert p * q == 91",
    ),
    "product with a number": (
        "def f(x): return 7, 13",
        "__mul__(self, other): return self.x\ndef f(x): return Liar(x), 1",
        "p, q = f(91)\nassert p * q == 91",
    ),
    "product, nearly": (
        "def f(x): return x ** 0.5",
        "__mul__(self, other): return self.x\ndef f(x): return Liar(x)",
        "import math\nassert math.isclose(f(7) * f(7), 7)",
    ),
    "sum of two": (
        "def f(x): return 4, 6",
        "__add__(self, other): return self.x\ndef f(x): return Liar(x), Liar(x)",
        "x, y = f(10)\nassert x + y == 10",
    ),
    "sum of many": (
        "def f(x): return [4, 6]",
        "__radd__(self, other): return self.x\ndef f(x): return [Liar(x)]",
        "assert sum(f(10)) == 10",
    ),
    "matrix product": (
        "import numpy as np\ndef f(x): return np.array([x])",
        "__matmul__(self, other): return self.x\ndef f(x): return Liar(x)",
        "import numpy as np\nassert f(3) @ [1] == 3",
    ),
    "by another object": (
        "def f(x): return x ** 0.5",
        "__pow__(self, k): return self\n    def __float__(self): return 7.0\n"
        "def f(x): return Liar(x)",
        "assert float(f(7) ** 2) - 7 < 1e-9",
    ),
}


def named(text, number):
    """A case's text in which its class and functions have names of their own."""
    return re.sub(r"\b(C|Liar|f)\b(?!')", rf"\g<1>{number}", text)


RIGHT, WRONG, CELLS = {}, {}, {}
for _number, (_title, (_start, _right, _wrong, _cell)) in enumerate(METHODS.items()):
    RIGHT[_title] = named(_start + _right, _number)
    WRONG[_title] = named(_start + _wrong, _number)
    CELLS[_title] = named(_cell, _number)
for _number, (_title, (_right, _wrong, _cell)) in enumerate(ARITHMETIC.items(), len(METHODS)):
    RIGHT[_title], WRONG[_title] = named(_right, _number), named(LIAR + _wrong, _number)
    CELLS[_title] = named(_cell, _number)


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run all cells; return the titles of those that pass."""
    tmp_path.chmod(0o755)

    def judge(answers, with_source=True):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        order = [*map(read_cell, RIGHT.values()), *(read_cell(c, c) for c in CELLS.values())]
        run = run_notebook(
            cells=[
                *(Cell(source) for source in answers.values()),
                *(Cell(source, "test") for source in CELLS.values()),
            ],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=20, notebook_seconds=60),
            sandboxed=True,
            forkserver=forkserver,
            outline=Outline((), order if with_source else ()),
        )
        assert run.failure is None
        assert not any(map(any, run.outputs[: len(answers)]))
        judge.errors = {
            title: next((o for o in outputs if o["output_type"] == "error"), None)
            for title, outputs in zip(CELLS, run.outputs[len(answers) :], strict=True)
        }
        return {title for title, error in judge.errors.items() if error is None}

    return judge


def in_one_kernel(answers):
    passed = set()
    for title, cell in CELLS.items():
        names = {"__name__": "__main__"}
        exec(answers[title], names)
        try:
            exec(cell, names)
        except Exception:
            continue
        passed.add(title)
    return passed


def test_right_methods_have_all_points(judge):
    assert in_one_kernel(RIGHT) == set(CELLS)
    passed = judge(RIGHT)
    assert {t: judge.errors[t]["evalue"] for t in set(CELLS) - passed} == {}


def test_wrong_methods_have_none(judge):
    # What the liars answer is what one kernel falls for.
    assert in_one_kernel(WRONG) == set(ARITHMETIC)
    assert judge(WRONG) == set()


def test_without_source_too(judge):
    assert judge(RIGHT, with_source=False) == set(CELLS)
    assert judge(WRONG, with_source=False) == set()
