"""A test cell cannot compute with objects of a submission, and is told so in one sentence.

If an object's class lacks the operator, the error is Python's own, as in one kernel: then the
answer is wrong, and not the test cell.
"""

import math

import pytest

from nbisolate.bridge.special_methods import CANNOT_USE, OPERATORS
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits

BINARY = ["+", "-", "*", "@", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"]
# By operator, statements that use it on `a`, or on `a` and `b`.
USES = {
    sign: [f"a {sign} b", f"a {sign} 2", f"2 {sign} a", f"c = a\nc {sign}= b"] for sign in BINARY
}
USES["+"] += ["+a", "sum([a, b])"]
USES["-"] += ["-a"]
USES["**"] += ["pow(a, 2, 3)"]
USES |= {sign: [f"a {sign} b", f"a {sign} 2"] for sign in ("<", "<=", ">", ">=")}
USES["<"] += ["2 > a", "sorted([a, b])", "min(a, b)"]
USES[">"] += ["2 < a", "max([a, b])"]
USES |= {"divmod()": ["divmod(a, 2)", "divmod(2, a)"], "round()": ["round(a)", "round(a, 1)"]}
USES |= {"~": ["~a"], "abs()": ["abs(a)"], "math.trunc()": ["math.trunc(a)"]}
USES |= {"math.floor()": ["math.floor(a)"], "math.ceil()": ["math.ceil(a)"]}
USED = {statement: sign for sign, statements in USES.items() for statement in statements}

BARE = "class Bare:\n    def area(self): return 3\na = Bare()\nb = Bare()"
FULL = f"""
class Full: pass
for name in {list(OPERATORS)}:
    for way in ("", "r", "i"):
        setattr(Full, f"__{{way}}{{name}}__", lambda self, *others: 7)
a, b = Full(), Full()
"""
GROWN = """
class Grown(list):
    def top(self): return self[-1]
grown = Grown([1])
"""


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(())
    yield forkserver
    forkserver.close()


@pytest.fixture
def errors_of(forkserver, tmp_path):
    """Run test cells after a cell of the student's; return each one's error, or None."""
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()

    def errors_of(student, tests):
        run = run_notebook(
            cells=[Cell(student), *(Cell(f"import math\n{test}", "test") for test in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
        )
        assert run.failure is None and run.outputs[0] == []
        found = [[o for o in outputs if o["output_type"] == "error"] for outputs in run.outputs]
        return [f"{each[0]['ename']}: {each[0]['evalue']}" if each else None for each in found[1:]]

    return errors_of


def in_one_kernel(student, test):
    names = {"__name__": "__main__", "math": math}
    exec(student, names)
    try:
        exec(test, names)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def refusal(sign):
    return f"UndecidedError: {CANNOT_USE.format(sign=sign, tag='in-process')}"


def test_an_operator_of_the_submission_is_refused_in_a_sentence(errors_of):
    errors = dict(zip(USED, errors_of(FULL, USED), strict=True))
    assert errors == {statement: refusal(sign) for statement, sign in USED.items()}
    assert set(USED.values()) == set(OPERATORS.values())


def test_an_operator_that_a_class_lacks_is_an_error_of_the_answer(errors_of):
    tests = [*USED, "a.area < 3", "a.area + 3", "3 <= a.area"]
    expected = [in_one_kernel(BARE, test) for test in tests]
    assert all(error.startswith("TypeError: ") for error in expected)
    assert errors_of(BARE, tests) == expected


def test_what_a_class_inherits_is_refused_too(errors_of):
    tests = {
        "grown + [2]": "+",
        "[2] + grown": None,
        "c = grown\nc += [2]": "+",
        "grown < [2]": "<",
    }
    errors = dict(zip(tests, errors_of(GROWN, tests), strict=True))
    assert errors.pop("[2] + grown").startswith("TypeError")
    assert errors == {test: refusal(sign) for test, sign in tests.items() if sign}
