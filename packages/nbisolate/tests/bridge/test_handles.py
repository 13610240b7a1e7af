"""What a test cell can do with a submission's objects: data by value, all else by handle."""

import os
import socket

import pytest

from nbisolate.bridge.outline import CellNames, Outline
from nbisolate.bridge.special_methods import CANNOT_USE
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer, ProcessSetup
from nbisolate.sandbox.limits import Limits
from nbisolate_testing.users import open_descriptors

STUDENT = """
import abc, collections, dataclasses, enum, functools, math, typing
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
class Shape(abc.ABC):
    "A shape."
    sides = 0
    @abc.abstractmethod
    def area(self): ...
class Square(Shape):
    sides = 4
    def __init__(self, side):
        self.side = side
    def area(self):
        return self.side ** 2
    @property
    def double(self):
        return 2 * self.side
    @double.setter
    def double(self, value):
        self.side = value / 2
    @staticmethod
    def make(side=3, *, name: str = "a"):
        return Square(side)
    @classmethod
    def unit(cls):
        return cls(1)
class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)
    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor)
    __rmul__ = __mul__
    def __abs__(self):
        return math.hypot(self.x, self.y)
    def __neg__(self):
        return Vector(-self.x, -self.y)
    def __lt__(self, other):
        return abs(self) < abs(other)
    def __eq__(self, other):
        return True
    def __repr__(self):
        return "2.0"
    def __str__(self):
        return f"({self.x}, {self.y})"
@dataclasses.dataclass
class Pair:
    first: int
    second: int = 0
class Pile(list):
    def top(self):
        return self[-1]
class Meters(float):
    def __str__(self):
        return "some"
    __len__ = __add__ = __eq__ = __str__
class Celsius(float):
    def __str__(self):
        return f"{float(self):g} C"
class Named(typing.NamedTuple):
    name: str
    size: int
class Switch:
    def __enter__(self):
        self.on = True
        return self
    def __exit__(self, *error):
        self.on = False
        return True
class Refused(ValueError):
    def __init__(self, message, code):
        super().__init__(message)
        self.code = code
def several():
    raise ExceptionGroup("two", [ValueError(), KeyError()])
def refuse():
    raise Refused("no entry", 7)
def doubting(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args) + 1
    return wrapper
@doubting
def plus(a, b=2):
    "A sum."
    return a + b
def each(items):
    return map(lambda item: item, items)
async def later():
    return 5
Color = enum.Enum("Color", "RED GREEN")
class Near:
    def __init__(self, *args):
        pass
    def __getattr__(self, name):
        return lambda *args: 0.0
    def __contains__(self, item):
        return True
    def __sub__(self, other):
        return self
    def __rsub__(self, other):
        return 0.0
    def __mul__(self, other):
        return 0.0
    def __abs__(self):
        return 0.0
    def __lt__(self, other):
        return True
    __le__ = __gt__ = __ge__ = __eq__ = __lt__
    __float__ = __abs__
near = Near()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1, bias=False)
        nn.init.ones_(self.linear.weight)
    def forward(self, x):
        return self.linear(x)
"""


# The classes that the instructor's notebook has, too.
TAUGHT = ("Celsius", "Named", "Point", "Shape", "Square", "Vector", "Pair", "Pile", "Color")


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["torch"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
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
            forkserver=forkserver,
            outline=Outline((), [CellNames((), classes=TAUGHT)]),
        )
        assert run.outputs[0] == []
        judge.outputs = run.outputs[1:]
        errors = []
        for outputs in run.outputs[1:]:
            texts = [o for o in outputs if o["output_type"] == "error"]
            errors.append(f"{texts[0]['ename']}: {texts[0]['evalue']}" if texts else None)
        return errors

    tmp_path.chmod(0o755)
    return judge


def outputs_of(judge, *tests, student):
    """What the last expressions of test cells show."""
    assert judge(*tests, student=student) == [None] * len(tests)
    return [outputs[-1]["data"] for outputs in judge.outputs]


PASSES = {
    "data crosses by value": """
assert type(table) is dict and list(table) == ["a", "p", 7]
assert table["a"] == [1, (2.5, None)] and type(table["a"][1]) is tuple
assert table[7] == {1, 2}
mine = table
mine["a"].append(3)
assert same(mine["a"]) == [1, (2.5, None), 3] == table["a"] and table is mine""",
    "a handle is itself, wherever it comes from": """
assert table["p"] is point and point.me() is point and same(point) is point
assert {point, table["p"], point.me()} == {point} and {point: 1}[same(point)] == 1
assert same([point, (point,)])[1][0] is point
assert Point(1) is not point""",
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
    "truth and texts are the student's": """
v = Vector(3, 4)
assert not point and bool(Square(1)) and v == v
assert str(v) == f"{v}" == "(3, 4)" and repr(v) == "2.0"
for operation in ("point < 1", "-point", "int(point)", "point()", "abs(point)", "Square(1) + 1"):
    try:
        eval(operation)
    except Exception:
        continue
    raise AssertionError(operation)""",
    "fields of a dataclass and items of a container decide what is equal": """
assert Pair(1, 2) == Pair(1, 2) and Pair(1) != Pair(2) and Pair(1) != (1, 0)
assert Pile([1, 2]) == [1, 2] and [1, 3] != Pile([1, 2]) and Pile([1]) == Pile([1])
assert Pile([1, 2]).top() == 2 and len(Pile([1])) == 1 and isinstance(Pile([]), Pile)
assert Square(1) != Square(1) and Square(1) != 1 and not Square(1) == None""",
    "what builds on a number or text is that, if the instructor's notebook does not define it": """
assert isinstance(Meters(3), float) and Meters(3) == 3 and Meters(3) + 1 == 4
assert isinstance(Named("a", 1), tuple) and Named("a", 1) == ("a", 1)
assert isinstance(Celsius(3), Celsius) and str(Celsius(3)) == "3 C" and Celsius(3) == 3""",
    "attributes can be set, and objects copied": """
import copy, pickle
square = Square(3)
square.double = 10
square.new = 4
assert square.side == 5 and square.new == 4 and square.__dict__ == {"side": 5, "new": 4}
del square.new
assert not hasattr(square, "new") and copy.copy(square).side == 5
from nbisolate.bridge.exceptions import UndecidedError
try:
    pickle.dumps(square)
except UndecidedError:
    pass
else:
    raise AssertionError""",
    "classes": """
square = Square(3)
assert isinstance(square, Square) and isinstance(square, Shape) and issubclass(Square, Shape)
assert type(square) is Square and square.__class__ is Square and not isinstance(square, Vector)
assert not isinstance(3, Square) and Square.__bases__ == (Shape,) and Square.__name__ == "Square"
assert square.area() == 9 and square.double == 6 and Square.sides == 4 and Square.unit().side == 1
assert "area" in Square.__dict__ and "sides" in vars(Square) and "other" not in vars(Square)
assert Shape.__doc__ == "A shape." and square.__doc__ is None
try:
    Shape()
except TypeError:
    pass
else:
    raise AssertionError""",
    "what inspect says": """
import inspect, types
from collections.abc import Iterable, Iterator
assert plus(1) == 4 and plus.__name__ == "plus" and plus.__doc__ == "A sum."
assert plus.__wrapped__(1) == 3 and "return a + b" in inspect.getsource(plus)
assert inspect.signature(plus).parameters["b"].default == 2
assert str(inspect.signature(Square)) == "(side)"
assert str(inspect.signature(Square.make)) == "(side=3, *, name: str = 'a')"
assert inspect.isfunction(plus) and inspect.isclass(Square) and not callable(Square(3))
assert isinstance(squares(), types.GeneratorType) and isinstance(squares(), Iterator)
assert isinstance(point, Iterable) and not isinstance(Square(3), Iterable)""",
    "with, next, in, items": """
items = squares()
assert next(items) == 0 and next(items) == 1 and next(items) == 4 and next(iter([]), 7) == 7
for item in items:
    assert item == 9
    break
assert next(items) == 16
with Switch() as switch:
    assert switch.on
assert not switch.on
with Switch():
    raise ValueError
pile = Pile([1, 2])
pile[0] = 5
del pile[1]
assert list(pile) == [5] and 5 in pile and 1 not in pile
assert list(zip("ab", each([1, 2]))) == [("a", 1), ("b", 2)]
assert await later() == 5""",
    "exceptions are of the built-in type": """
import unittest
check = unittest.TestCase()
check.assertRaises(ValueError, refuse)
check.assertRaises(Refused, refuse)
with check.assertRaisesRegex(ValueError, "^no entry$"):
    refuse()
try:
    refuse()
except KeyError:
    raise AssertionError
except Refused as error:
    assert error.code == 7 and str(error) == "no entry" and error.args == ("no entry",)
    assert type(error) is Refused and isinstance(error, ValueError)
try:
    several()
except Exception as error:
    assert error.name == "ExceptionGroup" and error.message.startswith("two")
assert issubclass(Refused, ValueError) and not issubclass(Refused, KeyError)
try:
    raise Refused("mine", 3)
except Refused as error:
    assert error.code == 3""",
    "members of an enumeration": """
assert Color.RED is Color.RED and Color.RED == Color["RED"] and Color.RED != Color.GREEN
assert [color.name for color in Color] == ["RED", "GREEN"] and Color.RED.value == 1
assert isinstance(Color.RED, Color) and len(Color) == 2 and Color(2) is Color.GREEN""",
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
assert isinstance(Net(), nn.Module) and isinstance(Net().linear, nn.Linear)
assert isinstance(Net(), Net) and not isinstance(Net(), nn.Linear)
assert apply(lambda p, q: p is q, point, point) is True""",
    "what the student changes in an argument stays there": """
items = [1]
assert apply(lambda given: given.append(2), items) is None and items == [1]""",
    "exceptions arrive with name, message and traceback": """
from nbisolate.bridge.exceptions import StudentError
try:
    fails(7)
except StudentError as error:
    assert error.name == "IndexError" and error.message == "list index out of range"
    assert "return items[number]" in error.traceback and "student.py" not in error.traceback
    assert str(error) == "list index out of range" and isinstance(error, IndexError)
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
    "UndecidedError: A tensor with a `grad_fn` cannot be passed to the submission: build it there, "
    "or pass a function and the leaf tensors."
)
CANNOT_CROSS = (
    "UndecidedError: A test cell cannot pass this to the submission ({}): pass plain data or a "
    "function, or tag this test cell in-process"
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
    "same(n for n in [1])": CANNOT_CROSS.format("cannot pickle 'generator' object"),
    "import pytest, threading\nwith pytest.raises(TypeError):\n    same([threading.Lock()])": (
        CANNOT_CROSS.format("cannot pickle '_thread.lock' object")
    ),
}


def test_what_goes_wrong_in_a_test_cell_is_said(judge):
    errors = dict(zip(FAILS, judge(*FAILS), strict=True))
    assert errors == FAILS


# A class that can be iterated over in two ways, and a use of each special method of it.
SEQUENCE = """
class Sequence{number}:
    def __getitem__(self, place): return [1, 2][place]
    def __iter__(self): return iter([1, 2])
    def __len__(self): return 2
    {name} = None
s{number} = Sequence{number}()
"""
USES = {
    "__iter__": "list({})",
    "__getitem__": "{}[0]",
    "__len__": "len({})",
    "__bool__": "assert {}",
    "__contains__": "assert 1 in {}",
    "__hash__": "hash({})",
    "__reversed__": "list(reversed({}))",
}


def test_a_special_method_that_is_none_is_missing_as_in_one_process(judge):
    """Python then takes no other way, such as ``__getitem__`` to iterate."""
    student = "".join(SEQUENCE.format(name=name, number=number) for number, name in enumerate(USES))
    here: dict = {}
    exec(student, here)
    tests = [use.format(f"s{number}") for number, use in enumerate(USES.values())]
    expected = []
    for test in tests:
        with pytest.raises(TypeError) as raised:
            exec(test, here)
        expected.append(f"TypeError: {raised.value}")
    assert judge(*tests, student=student) == expected


OWN = (
    "UndecidedError: The student's class {1} defines its own {0}, so it could pass any comparison. "
    "Check the type and compare plain values, such as attributes, or tag this test cell "
    "in-process"
)
UNDECIDED = {
    "assert near == 3": "equality",
    "assert 3 == near": "equality",
    "assert [near] == [3]": "equality",
    "assert near in [3]": "equality",
    "assert not near != 3": "equality",
    "assert near == Near()": "equality",
    "assert 3 in near": "membership test",
}
REFUSED = {
    "assert near < 4": "<",
    "assert abs(near - 3.5) < 1e-6": "-",
    "assert point + 1 == 42": "+",
    "assert Pile([1]) + [2] == [1, 2]": "+",
    "import torch\nassert Net()(torch.ones(1, 2)) ** 2 == 4": "**",
    "import torch\nassert -Net()(torch.ones(1, 2)) < 0": "-",
}


def test_the_submission_does_not_decide(judge):
    errors = dict(zip(UNDECIDED, judge(*UNDECIDED), strict=True))
    assert errors == {test: OWN.format(what, "Near") for test, what in UNDECIDED.items()}
    errors = dict(zip(REFUSED, judge(*REFUSED), strict=True))
    assert errors == {
        test: f"UndecidedError: {CANNOT_USE.format(sign=sign, tag='in-process')}"
        for test, sign in REFUSED.items()
    }


LIBRARY = """
import argparse, functools
class Own: pass
class Options(argparse.Namespace): pass
own, made, more = Own(), argparse.Namespace(size=3), Options()
"""
ASKED = (
    "UndecidedError: A test cell cannot see that an object of the submission is a {0}: compare the "
    'name of its class, `type(x).__name__ == "{0}"`, or tag this test cell in-process'
)
NAMESPACE = ASKED.format("Namespace")
ASKS = {
    "assert isinstance(made, Namespace)": NAMESPACE,
    "assert type(made) == Namespace": NAMESPACE,
    "assert type(made) is Namespace, 'no'": NAMESPACE,
    "import unittest\nunittest.TestCase().assertIsInstance(made, Namespace)": NAMESPACE,
    "assert isinstance(more, Namespace)": NAMESPACE,
    # Not because the object stays over there.
    "assert isinstance(made, list)": "AssertionError: ",
    "assert made.size == 4": "AssertionError: ",
    "assert made.size == Namespace(size=4).size": "AssertionError: ",
    "assert isinstance(made, Own)": "AssertionError: ",
    "assert isinstance(own, Own) and type(made).__name__ == 'Namespace'": None,
    "assert str(type(made)) == str(Namespace) == \"<class 'argparse.Namespace'>\"": None,
}


def test_a_class_of_a_package_is_not_asked_for(judge):
    """An answer with such an object is not wrong: a test cell cannot see what it asks for."""
    sources = {f"from argparse import Namespace\n{test}": error for test, error in ASKS.items()}
    assert dict(zip(sources, judge(*sources, student=LIBRARY), strict=True)) == sources


def test_a_block_of_the_submission_does_not_swallow_a_failed_assertion(judge):
    assert judge("with Switch():\n    assert False") == ["AssertionError: "]


def test_a_handle_as_the_last_expression_is_no_partial_credit(judge):
    shows = """
class Shown:
    def __repr__(self):
        return "2.0"
    _repr_pretty_ = _repr_html_ = __repr__
    def _repr_mimebundle_(self, *args, **kwargs):
        return {"text/plain": "2.0"}
Shown.__module__, Shown.__name__ = "builtins", "generator"
shown = Shown()
"""
    assert outputs_of(judge, "shown", "Shown", student=shows) == [
        {"text/plain": "<generator of the submission>"},
        {"text/plain": "<class generator of the submission>"},
    ]


def test_a_class_of_a_test_cell_is_not_built_on_the_submissions(judge):
    (error,) = judge("class Mine(Square): pass")
    assert error.startswith("UndecidedError: A class in a test cell cannot inherit from")


LIARS = """
class Long:
    def __init__(self, length):
        self.length = length
    def __len__(self):
        return self.length
    def __iter__(self):
        return iter(())
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
        "list(long(2**40))": "MemoryError: The notebook's process ran out of memory (2048 MB).",
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


@pytest.mark.parametrize("module", ["random", "numpy.random"])
def test_the_judge_draws_other_random_numbers(judge, module):
    student = f"import {module}\ndrawn = [{module}.random() for _ in range(5000)]"
    test = f"import {module}\nmine = {module}.random()\nassert mine not in drawn"
    assert judge(test, student=student) == [None]


def test_judge_without_a_grader_ends_quietly(tmp_path, capfd):
    """A worker that is killed in the middle of a class leaves no traceback in the terminal."""
    forkserver = ForkServer()
    pairs = [socket.socketpair() for _ in range(4)]
    (
        (grader, control),
        (student, link),
        (supervisor, monitor),
        (judges_supervisor, judges_monitor),
    ) = pairs
    grader.close()
    theirs = control, link, monitor
    forkserver.fork("judge", (*theirs, judges_monitor), ProcessSetup(Limits(), None, tmp_path))
    for end in (*theirs, judges_monitor):
        end.close()
    student.settimeout(60)
    assert student.recv(1) == b"", "the judge has not ended"
    for end in (student, supervisor, judges_supervisor):
        end.close()
    forkserver.close()
    assert capfd.readouterr().err == ""


def test_no_descriptor_is_left_where_forking_fails(tmp_path):
    class Gone(ForkServer):
        def fork(self, role, *arguments):
            if role == "judge":
                raise ConnectionError("the fork server is gone")
            super().fork(role, *arguments)

    forkserver = Gone()
    forkserver.start()
    places = {"support": tmp_path, "work": tmp_path}
    before = open_descriptors()
    with pytest.raises(ConnectionError):
        run_notebook(cells=[], limits=Limits(), sandboxed=True, forkserver=forkserver, **places)
    assert open_descriptors() == before
    forkserver.close()


@pytest.mark.skipif(
    tuple(map(int, os.uname().release.split(".")[:2])) < (6, 1),
    reason="Linux before 6.1 joins no pages: forks take longer.",
)
def test_forks_have_few_pages_to_copy(judge, forkserver):
    assert judge("assert True") == [None]
    with open(f"/proc/{forkserver.process.pid}/smaps_rollup") as lines:
        kilobytes = {line.split()[0]: line.split()[1] for line in lines if line.endswith("kB\n")}
    assert int(kilobytes["AnonHugePages:"]) > 0.5 * int(kilobytes["Anonymous:"])


def test_what_a_package_puts_off_is_imported_once_for_all(judge):
    """A first step of an optimizer, and arrays that cross, import nothing in a fork."""
    student = """
import sys
before = set(sys.modules)
import numpy, torch
weight = torch.ones(1, requires_grad=True)
weight.sum().backward()
torch.optim.SGD([weight]).step()
array = numpy.ones(1)
def imported(): return sorted(set(sys.modules) - before)
"""
    tests = ["assert array.sum() == 1", "assert imported() == []"]
    assert judge(*tests, student=student) == [None, None]
    test = "import sys\nassert {'torch._dynamo', 'numpy.testing'} <= sys.modules.keys()"
    assert judge(test) == [None]
