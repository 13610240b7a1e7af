"""What a test cell can do with a submission's objects: data by value, all else by handle."""

import gc
import os
import socket

import pytest

from nbjudge.notebook.engine import Cell, run_notebook
from nbjudge.notebook.nursery import Nursery, Place
from nbjudge.sandbox.limits import Limits

STUDENT = """
import collections, functools, math
import torch
from torch import nn

class Point:
    count = 3
    def __init__(self, x, y=0):
        self.x, self.y = x, y
        self.others = []
    def __len__(self):
        return 2
    def __getitem__(self, key):
        return (self.x, self.y)[key] if isinstance(key, int) else key
    def __iter__(self):
        return iter([self.x, self.y])
    def __eq__(self, other):
        return True
    __hash__ = object.__hash__
    def __bool__(self):
        return False
    def __add__(self, other):
        return 42
    def me(self):
        return self
    @property
    def broken(self):
        raise RuntimeError("no such luck")

point = Point(3, y=4)
table = {"a": [1, (2.5, None)], "p": point, 7: {1, 2}}
def same(thing):
    return thing
def apply(function, *args, **kwargs):
    return function(*args, **kwargs)
def fails(number):
    items = [1, 2]
    return items[number]
def names(**kwargs):
    return sorted(kwargs)
def kind(thing):
    return type(thing).__name__
def is_point(thing):
    return thing is point
def squares():
    for number in range(1000):
        yield number * number
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1, bias=False)
        nn.init.ones_(self.linear.weight)
    def forward(self, x):
        return self.linear(x)
"""


@pytest.fixture(scope="module")
def nursery():
    nursery = Nursery(["torch"])
    yield nursery
    nursery.close()


@pytest.fixture
def judge(nursery, tmp_path):
    """Run test cells after the student's cell; return the error of each, None for a passed one."""

    def judge(*tests, student=STUDENT):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        run = run_notebook(
            cells=[Cell(student), *(Cell(source, "test") for source in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=20, notebook_seconds=60),
            sandboxed=True,
            nursery=nursery,
        )
        assert run.outputs[0] == []
        errors = []
        for outputs in run.outputs[1:]:
            texts = [o for o in outputs if o["output_type"] == "error"]
            errors.append(f"{texts[0]['ename']}: {texts[0]['evalue']}" if texts else None)
        return errors

    tmp_path.chmod(0o755)
    return judge


PASSES = {
    "data crosses by value": """
assert type(table) is dict and list(table) == ["a", "p", 7]
assert table["a"] == [1, (2.5, None)] and type(table["a"][1]) is tuple
assert table[7] == {1, 2}
mine = table
mine["a"].append(3)
assert same(mine["a"]) == [1, (2.5, None), 3] and table["a"] == [1, (2.5, None)]""",
    "a handle is itself, wherever it comes from": """
assert table["p"] is point and point.me() is point and same(point) is point
assert {point, table["p"], point.me()} == {point} and {point: 1}[same(point)] == 1
assert same([point, (point,)])[1][0] is point
assert Point(1) is not point and Point(1) != Point(1)""",
    "a handle goes back as the object": """
assert is_point(point) and is_point(table["p"]) and is_point(thing=point)
assert is_point(same({"k": [point]})["k"][0])
assert apply(lambda p: p.x, point) == 3
assert not is_point(Point(3, y=4))""",
    "attributes, items, length, iteration": """
assert (point.x, point.y, point.count, Point.count) == (3, 4, 3, 3)
assert len(point) == 2 and list(point) == [3, 4] and point[1] == 4
assert point["key"] == "key"
x, y = point
assert (x, y) == (3, 4) and 4 in point
assert list(squares()) == [n * n for n in range(1000)]
assert dict(zip("ab", point)) == {"a": 3, "b": 4} and sum(point) == 7""",
    "methods and keyword arguments": """
assert Point(x=5).x == 5 and Point(1, y=2).y == 2
assert names(a=1, self=2, handle=3, op=4, name=5) == ["a", "handle", "name", "op", "self"]
point.others.append(9)
assert len(point.others) == 0""",
    "names of functions and classes can be read": """
assert fails.__name__ == "fails" and Point.__qualname__ == "Point" and fails.__doc__ is None
assert Point.__doc__ is None and math.__doc__.startswith('This module')""",
    "missing attributes are missing": """
assert not hasattr(point, "z") and getattr(point, "z", 5) == 5
assert not hasattr(point, "__array__") and not hasattr(point, "__torch_function__")""",
    "a handle has no comparison, truth or arithmetic of the student's": """
assert point != 3 and not point == 3 and bool(point)
for operation in ("point + 1", "point < 1", "-point", "int(point)", "point()", "abs(point)"):
    try:
        eval(operation)
    except TypeError:
        continue
    raise AssertionError(operation)
assert repr(point) == "<Point of the submission>" """,
    "a handle cannot be changed, copied or pickled here": """
import copy, pickle
for change in (lambda: setattr(point, "x", 9), lambda: copy.deepcopy(point),
               lambda: pickle.dumps(point)):
    try:
        change()
    except (AttributeError, TypeError):
        continue
    raise AssertionError(change)
assert point.x == 3""",
    "functions, classes and modules of a test cell go to the student": """
import torch
from torch import nn
factor = 3
def times(number):
    return factor * number
class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
    def forward(self, x):
        return self.layer(x).relu()
assert apply(times, 5) == 15 and apply(lambda: [times(1)]) == [3]
assert kind(Deep()) == "Deep" and kind(Deep) == "type"
assert apply(Deep(), torch.ones(1, 2)).shape == (1, 2)
assert apply(lambda p, q: p is q, point, point) is True""",
    "what the student changes in an argument stays there": """
items = [1]
assert apply(lambda given: given.append(2), items) is None and items == [1]""",
    "exceptions arrive as one type, with name, message and traceback": """
from nbjudge.notebook.exceptions import StudentError
try:
    fails(7)
except StudentError as error:
    assert error.name == "IndexError" and error.message == "list index out of range"
    assert "return items[number]" in error.traceback and "student.py" not in error.traceback
    assert str(error) == "IndexError: list index out of range"
else:
    raise AssertionError
try:
    point.broken
except StudentError as error:
    assert error.name == "RuntimeError" and error.message == "no such luck"
else:
    raise AssertionError""",
    "tensors without a graph cross by value": """
import torch
x = torch.arange(6.0).reshape(2, 3)
assert type(same(x)) is torch.Tensor and torch.equal(same(x), x)
assert torch.equal(apply(lambda t: t.T, x), x.T)
assert type(Net()(torch.ones(1, 2)).detach()) is torch.Tensor
assert same(torch.float64) is not None and same(x).dtype == torch.float32""",
    "tensors with a graph stay, and each step of one is a handle": """
import torch
out = Net()(torch.ones(1, 2))
assert not isinstance(out, torch.Tensor) and out.requires_grad is True
node = out.grad_fn
assert node.next_functions[0][0] is out.grad_fn.next_functions[0][0]
assert node.name() == "MmBackward0"
out.sum().backward()
net = Net()
net(torch.ones(1, 2)).sum().backward()
assert torch.equal(net.linear.weight.grad, torch.ones(1, 2))""",
    "leaves that require gradients go to the student": """
import torch
from torch import nn
w = torch.ones(2, requires_grad=True)
assert apply(lambda t: t.requires_grad and t.is_leaf, w) is True
assert apply(lambda p: type(p).__name__, nn.Parameter(torch.ones(1))) == "Parameter" """,
    "names of the judge come first": """
x = 1
def local():
    return x
assert local() == 1 and len([1]) == 1
assert [p for p in [point]][0] is point and (lambda: point.x)() == 3""",
}


def test_what_a_test_cell_can_do(judge):
    errors = dict(zip(PASSES, judge(*PASSES.values()), strict=True))
    assert errors == dict.fromkeys(PASSES)


GRAPH = (
    "TypeError: A tensor that carries a graph cannot cross to the submission: build it there, or "
    "pass a callable and its leaves."
)
FAILS = {
    "import torch\nkind((torch.ones(1, requires_grad=True) * 2))": GRAPH,
    "assert fails(0) == 2": "AssertionError: ",
    "fails(5)": "IndexError: list index out of range",
    "nobody(3)": "NameError: name 'nobody' is not defined",
    "point.z": "AttributeError: 'Point' object has no attribute 'z'",
    "len(3)": "TypeError: object of type 'int' has no len()",
    "apply(lambda: 1 / 0)": "ZeroDivisionError: division by zero",
    "same(open)": None,
    "same(1, 2)": "TypeError: same() takes 1 positional argument but 2 were given",
    "kind(iter([]).__next__)": None,
    "point['a':'b']": None,
}


def test_what_goes_wrong_in_a_test_cell_is_said(judge):
    errors = dict(zip(FAILS, judge(*FAILS), strict=True))
    assert errors == FAILS


LIARS = """
class Long:
    def __init__(self, length):
        self.length = length
    def __len__(self):
        return self.length
class Never:
    def __iter__(self):
        return self
    def __next__(self):
        raise RuntimeError("never")
    def __getattr__(self, name):
        return self
    def __call__(self):
        return self
def long(length):
    return Long(length)
never = Never()
"""


def test_objects_that_lie_about_themselves(judge):
    tests = {
        "len(long(-1))": "ValueError: __len__() should return >= 0",
        "len(long(2**70))": "OverflowError: cannot fit 'int' into an index-sized integer",
        "len(long('3'))": "TypeError: 'str' object cannot be interpreted as an integer",
        "list(never)": "RuntimeError: never",
        "list(long(2**40))": "MemoryError: The kernel ran out of memory (2048 MB).",
        "never": None,
        "never.a.b().c": None,
    }
    errors = dict(zip(tests, judge(*tests, student=LIARS), strict=True))
    assert errors == tests


def test_names_that_another_test_cell_binds_are_not_the_students(judge):
    student = "def helper(): return True\ndef own(): return 1\nfixture = other = 5"
    tests = [
        "raise ValueError\ndef helper(): return False\nimport os as fixture",
        "assert helper()",
        "assert fixture",
        "assert own() == 1",
        "other = other + 1\nassert other == 6",
        "assert other == 6",
    ]
    errors = judge(*tests, student=student)
    assert errors[1:] == [
        "NameError: name 'helper' is not defined",
        "NameError: name 'fixture' is not defined",
        None,
        None,
        None,
    ]


def test_the_judge_draws_other_random_numbers(judge):
    student = "import random\ndrawn = [random.random() for _ in range(5000)]"
    test = "import random\nmine = random.random()\nassert mine not in drawn"
    assert judge(test, student=student) == [None]


def test_judge_without_a_grader_ends_quietly(tmp_path, capfd):
    """A worker that is killed in the middle of a class leaves no traceback in the terminal."""
    nursery = Nursery()
    pairs = [socket.socketpair() for _ in range(4)]
    (grader, control), (student, link), (warden, monitor), (judges_warden, judges_monitor) = pairs
    grader.close()
    theirs = control, link, monitor, judges_monitor
    nursery.fork_judge(*theirs, Place(Limits(), None, tmp_path))
    for end in theirs:
        end.close()
    student.settimeout(60)
    assert student.recv(1) == b"", "the judge has not ended"
    for end in (student, warden, judges_warden):
        end.close()
    nursery.close()
    assert capfd.readouterr().err == ""


def test_no_descriptor_is_left_where_forking_fails(tmp_path):
    class Gone(Nursery):
        def fork_judge(self, *arguments):
            raise ConnectionError("the warm process is gone")

    nursery = Gone()
    nursery.start()
    places = {"support": tmp_path, "work": tmp_path}
    before = os.listdir("/proc/self/fd")
    with pytest.raises(ConnectionError):
        run_notebook(cells=[], limits=Limits(), sandboxed=True, nursery=nursery, **places)
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == len(before)
    nursery.close()


def test_what_torch_puts_off_is_imported_once_for_all(judge):
    student = "import sys\nthere = 'torch._dynamo' in sys.modules"
    assert judge("assert there", student=student) == [None]
