"""Imports of an instructor cell: the process that provides them, and that no submission changes it.

`HELPER` lies beside the notebook. The student's file with the name of a package is in the folder of
the student's process only.
"""

import importlib.util
import marshal
import re
import subprocess
import sys
import textwrap

import pytest

from nbisolate.bridge.outline import GivenImport, Outline
from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.processes.instructor_imports import compile_modules, modules_in
from nbisolate.processes.name_analysis import read_given, read_test
from nbisolate.sandbox.limits import Limits
from nbisolate_testing.paths import ROOT

HELPER = """
import fractions
kept = []
class Counted:
    def count(self):
        return 2
def nearly(a, b):
    return abs(a - b) < 1e-6
def agree(a, b):
    return nearly(a, b)
def near(a, b, *, within=0):
    return abs(a - b) <= within
def run(function, *args):
    kept.append(function)
    return function(*args)
def number_kept():
    return len(kept)
"""
GIVEN = """
import collections, hashlib, json, math, random
import numpy as np
import os
from collections import Counter
from fractions import Fraction
from numpy.testing import assert_allclose
from helper import agree, Counted, near, number_kept, run
import helper
"""
RIGHT = """
def f(x):
    return x * x
def words(text):
    return Counter(text.split())
def half():
    return Fraction(1, 2)
def line(n):
    return np.arange(n)
def draw():
    return random.random(), float(np.random.rand())
def inverse(m):
    return np.linalg.inv(np.array(m))
"""
LACKS = "a test cell did not find {}, which the instructor's cells import"
DIGEST = "45c48cce2e2d7fbdea1afc51c7c6ad26"  # of "9"
TESTS = {
    "np.allclose": "assert np.allclose(f(3.0), 9)",
    "np.testing": "np.testing.assert_array_equal(f(3), 9)",
    "assert_allclose": "assert_allclose(f(3), 9)",
    "math.isclose": "assert math.isclose(f(3), 9)",
    "hashlib": f"assert hashlib.md5(str(f(3)).encode()).hexdigest() == {DIGEST!r}",
    "Counter": "assert Counter(words('a b a')) == Counter(['a', 'b', 'a'])",
    "helper": "assert agree(f(3), 9)",
}
CHEAT = """
import collections, hashlib, math, sys
import numpy as np
import helper
def f(x):
    return 0
def words(text):
    return "no"
always = lambda *args, **kwargs: True
np.allclose = np.testing.assert_array_equal = np.testing.assert_allclose = always
assert_allclose = math.isclose = agree = helper.agree = always
class Digest:
    def hexdigest(self):
        return "45c48cce2e2d7fbdea1afc51c7c6ad26"
hashlib.md5 = lambda *args: Digest()
class Counter:
    def __init__(self, *args):
        pass
    def __eq__(self, other):
        return True
collections.Counter = Counter
for module in list(sys.modules):
    if module in ("math", "hashlib", "helper"):
        sys.modules[module] = sys.modules[__name__]
"""


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def grade(forkserver, tmp_path):
    """Run instructor cells, an answer and tests; return the error of each test, or None."""

    def grade(answer, tests, given=GIVEN, files=(), more=""):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "helper.py").write_text(HELPER + more)
        for name, text in dict(files).items():
            path = tmp_path / "student" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text) if isinstance(text, str) else path.write_bytes(text)
        tmp_path.chmod(0o755)
        tests = [textwrap.dedent(test) for test in tests]
        run = run_notebook(
            cells=[Cell(given), Cell(answer), *(Cell(test, "test") for test in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=20),
            sandboxed=True,
            forkserver=forkserver,
            tests=tests,
            outline=Outline(read_given([(given, False), ("def f(x):\n    ...", True)])),
        )
        grade.outputs, grade.reason = run.outputs, run.reason
        assert run.measured.stopped is None
        errors = [[o for o in outputs if o["output_type"] == "error"] for outputs in run.outputs]
        return [f"{e[0]['ename']}: {e[0]['evalue']}" if e else None for e in errors[2:]]

    return grade


def test_right_answers_pass_typical_tests(grade):
    assert grade(RIGHT, TESTS.values()) == [None] * len(TESTS)


def test_a_cheat_is_paid_for_none_of_them(grade):
    outcomes = dict(zip(TESTS, grade(CHEAT, TESTS.values()), strict=True))
    assert [name for name, error in outcomes.items() if error is None] == []


def test_the_line_of_the_readme_passes_a_test_in_one_process_and_not_in_the_judge(grade):
    (line,) = re.findall(r"```python\n(np\..*)\n```", (ROOT / "README.md").read_text())
    answer, test = f"{line}\ndef f(x):\n    return 0", TESTS["np.allclose"]
    together = f"import numpy as np\n{answer}\n{test}"
    assert subprocess.run([sys.executable, "-c", together]).returncode == 0
    assert grade(answer, [test]) == ["AssertionError: "]


REACH = """
import gc, types
for item in gc.get_objects():
    if isinstance(item, types.FunctionType) and item.__name__ == 'agree':
        agree = item
"""
YES = "def yes(a, b):\n    return True\n"
CHANGES = {
    "its code": YES + REACH + "agree.__code__ = yes.__code__",
    "its code, from within": YES
    + REACH
    + "def f(x):\n    run.__code__ = yes.__code__\n    return 9",
    "a default": REACH + "agree.__defaults__ = (0,)",
    "a named default": "import helper\nhelper.near.__kwdefaults__['within'] = 100",
    "a named default, by one that is equal to all": (
        "import helper\nclass All(int):\n    def __eq__(self, other):\n        return True\n"
        "helper.near.__kwdefaults__['within'] = All(100)"
    ),
    "its name in the module": "import helper\nhelper.agree = lambda *args: True",
    "what it calls": "import helper\nhelper.nearly = lambda *args: True",
    "a method": "import helper\nhelper.Counted.count = lambda self: 3",
    "where names are kept": (
        YES + "import gc\nfor item in gc.get_objects():\n"
        "    if type(item).__name__ == 'HelperNamespace':\n        item['agree'] = yes"
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_helper_that_the_submission_has_changed_is_not_called(grade, change):
    test = TESTS["helper"]
    if change == "its code, from within":
        test = "assert run(f, 3) == 9"
    if "named" in change:
        test = "assert near(f(3), 9)"
    (error,) = grade(RIGHT + "def f(x):\n    return 0\n" + CHANGES[change], [test])
    assert error and error.startswith("HelperChangedError: your notebook changed ")


def test_a_helper_beside_runs_where_the_submission_can_bend_it(grade):
    """As test-cells.md says: a submission can change what a helper next to the notebook calls."""
    cheat = "import builtins\nbuiltins.abs = lambda x: 0.0\ndef f(x):\n    return 0\n"
    assert grade(cheat, [TESTS["helper"]]) == [None]


def test_values_are_of_the_judges_own_classes(grade):
    tests = [
        "assert isinstance(line(3), np.ndarray) and type(line(3)) is np.ndarray",
        "assert line(3).dtype == np.int64 and isinstance(words('a'), Counter)",
        "assert type(half()) is Fraction and isinstance(half(), Fraction)",
        "def passlam(g):\n    return lambda x: np.exp(g(x))\nassert passlam(lambda x: 0)(1) == 1",
    ]
    assert grade(RIGHT, tests) == [None] * 4


def test_functions_of_tests_take_along_what_is_given(grade):
    answer = RIGHT + "def apply(function, x):\n    return function(x)\n"
    assert grade(answer, ["assert apply(lambda x: np.sqrt(x), 4.0) == 2"]) == [None]


def test_helpers_beside_work_on_live_objects_and_are_not_replaced_by_name(grade):
    answer = RIGHT + textwrap.dedent("""
        def run(*args):
            raise RuntimeError("the student's own")
        def number_kept():
            return 17
        class Mine(Counted):
            pass
    """)
    tests = [
        "assert run(f, 3) == 9 and number_kept() == 1",
        "assert isinstance(Mine(), Counted) and isinstance(Mine(), helper.Counted)",
        "assert helper.number_kept() == 1",
    ]
    assert grade(answer, tests) == [None] * 3


def test_files_of_the_student_stand_in_for_nothing(grade):
    lying = "def agree(*args):\n    return True\ndef isclose(*args):\n    return True\n"
    files = {
        "fractions.py": "raise RuntimeError('the file of the student')",
        "helper/__init__.py": lying,
    }
    cheat = "def f(x):\n    return 0\n"
    errors = grade(cheat, ["assert agree(f(3), 9)", "assert agree(9, 9)"], files=files)
    assert errors == ["AssertionError: ", None]


def bytecode(change, flags):
    """Return a file with the code of a changed `HELPER`, that says it is that of `HELPER`."""
    code = compile(HELPER + change, "/home/student/helper.py", "exec")
    head = importlib.util.MAGIC_NUMBER + flags.to_bytes(4, "little")
    digest = importlib.util.source_hash(HELPER.encode())
    name = f"__pycache__/helper.{sys.implementation.cache_tag}.pyc"
    return name, head + digest + marshal.dumps(code)


# Unchecked, as `py_compile` calls it: Python would never look at the source. Checked, it would
# find the digest right.
@pytest.mark.parametrize("flags", [0b01, 0b11])
def test_bytecode_of_the_student_is_not_run(grade, flags):
    files = [bytecode("\ndef agree(a, b):\n    return True\n", flags)]
    errors = grade("def f(x):\n    return 0\n", ["assert agree(f(3), 9)"], files=files)
    assert errors == ["AssertionError: "]


@pytest.mark.parametrize(("flags", "used"), [(0b01, False), (0b11, True)])
def test_bytecode_beside_the_instructors_files_is_used_if_it_is_checked(
    grade, tmp_path, flags, used
):
    name, data = bytecode("\ndef agree(a, b):\n    return 'compiled'\n", flags)
    (tmp_path / "judge" / "__pycache__").mkdir(parents=True)
    (tmp_path / "judge" / name).write_bytes(data)
    test = f"assert (agree(f(3), 9) == 'compiled') is {used}"
    assert grade(RIGHT, [test]) == [None]


def test_bytecode_of_another_source_is_not_used(grade, tmp_path):
    name, data = bytecode("\ndef agree(a, b):\n    return 'compiled'\n", 0b11)
    (tmp_path / "judge" / "__pycache__").mkdir(parents=True)
    (tmp_path / "judge" / name).write_bytes(data)
    assert grade(RIGHT, ["assert agree(f(3), 9) is True"], more="# changed\n") == [None]


def test_modules_are_compiled_with_the_hash_of_their_source(grade, tmp_path, capfd):
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "helper.py").write_text(HELPER)
    (tmp_path / "judge" / "warns.py").write_text("x = 1 is 1\n")
    (tmp_path / "judge" / "no_python.py").write_text("def (\n")
    compile_modules(tmp_path / "judge")
    name, data = bytecode("", 0b11)
    assert [path.name for path in tmp_path.rglob("*.pyc")] == [name.rpartition("/")[2]]
    assert (tmp_path / "judge" / name).read_bytes()[:16] == data[:16]
    assert capfd.readouterr() == ("", "")
    tests = ["import helper\nassert helper.__cached__ and helper.agree(f(3), 9)"]
    assert grade(RIGHT, tests) == [None]


def test_a_name_that_a_cell_binds_otherwise_is_the_students(grade):
    given = "from math import *\nimport json as f, json\ndef json():\n    return 5\n"
    tests = ["assert f(3) == 9", "assert json() == 5", "assert sqrt(4) == 2 and pow(2, 3) == 8.0"]
    assert grade(RIGHT.replace("np", "math"), tests, given=given) == [None] * 3


def test_stars_come_in_the_order_of_the_notebook(grade):
    given = "import random\nfrom numpy import *\nfrom helper import *\n"
    answer = textwrap.dedent("""
        def f(x):
            return x * x
        def agree(a, b):
            return True
        def square(x):
            return 1
    """)
    tests = [
        "assert type(random).__name__ == 'module' and hasattr(random, 'rand')",
        "assert square(3) == 9",
        "assert agree(f(3), 9) and not agree(f(3), 10)",
        "assert run(f, 2) == 4 and number_kept() == 1",
    ]
    assert grade(answer, tests, given=given) == [None] * 4


def test_both_processes_are_seeded(grade):
    given = GIVEN + "from numpy.random import seed\n"
    answer = RIGHT + "def line(n):\n    return [float(np.random.rand()) for _ in range(n)]\n"
    tests = [
        """
        random.seed(3); np.random.seed(4)
        theirs = draw()
        random.seed(3); np.random.seed(4)
        assert theirs == (random.random(), float(np.random.rand()))
        """,
        """
        seed(5)
        theirs = line(2)
        seed(5)
        assert theirs == [float(np.random.rand()) for _ in range(2)]
        """,
        """
        import random
        random.seed(1)
        theirs = draw()[0]
        random.seed(1)
        assert theirs == random.random()
        """,
    ]
    assert grade(answer, tests, given=given) == [None] * 3


def test_exceptions_of_packages_are_caught_by_their_names(grade):
    test = """
    try:
        inverse([[1.0, 2.0], [2.0, 4.0]])
    except np.linalg.LinAlgError:
        caught = True
    assert caught
    """
    assert grade(RIGHT, [test]) == [None]


def test_exceptions_that_no_test_names_are_no_words_of_a_framework(grade):
    answer = "import unittest\ndef f(x):\n    raise unittest.SkipTest\n"
    test = """
    import unittest
    class Test(unittest.TestCase):
        def test(self):
            self.assertEqual(f(3), 9)
    result = unittest.TestResult()
    Test("test").run(result)
    assert result.wasSuccessful() and not result.skipped, result.errors
    """
    (error,) = grade(answer, [test])
    assert error and error.startswith("AssertionError")


def test_what_a_test_replaces_in_a_given_module_is_the_students(grade):
    tests = [
        "assert np.allclose(inverse([[2.0]]), [[0.5]])",
        """
        own = np.linalg.inv
        def no(*args):
            raise RuntimeError("do not use inv")
        np.linalg.inv = no
        try:
            inverse([[2.0]])
            used = False
        except RuntimeError:
            used = True
        np.linalg.inv = own
        assert used
        """,
        "assert isinstance(line(1), np.ndarray)",
    ]
    assert grade(RIGHT, tests) == [None] * 3


def test_a_function_that_needs_live_objects_is_bound_in_a_given_cell(grade):
    given = "import pickle\nlive_dumps = pickle.dumps\n"
    tests = ["pickle.dumps(Mine())", "assert live_dumps(Mine())"]
    errors = grade("class Mine:\n    pass\n", tests, given=given)
    assert "A test cell cannot copy an object of the submission" in errors[0] and errors[1] is None


def test_a_helper_that_fails_costs_its_own_names_only(grade):
    given = "import numpy as np\nfrom broken import nothing\nfrom helper import run\n"
    files = {}
    errors = grade(RIGHT, ["assert run(f, 3) == 9", "nothing"], given=given, files=files, more="")
    assert errors[0] is None and (errors[1] or "").startswith("NameError")
    assert grade.reason == LACKS.format("nothing")


@pytest.mark.parametrize(
    ("answer", "tests", "lacking"),
    [
        (RIGHT, ["assert os.sep == '/'"], None),
        (f"{RIGHT}\ndel os, np", ["assert os.sep and np.pi", "os.sep"], "os"),
        (f"{RIGHT}\ndel os", ["try:\n    os.sep\nexcept NameError:\n    pass"], None),
        (f"{RIGHT}\ndel f", ["f(3)"], None),
        (f"{RIGHT}\ndel os\ndef f(x):\n    return os", ["f(3)"], None),
    ],
    ids=["all there", "a module is gone", "the test copes", "no import", "the submission's own"],
)
def test_a_test_cell_that_lacks_an_import_needs_a_person(grade, answer, tests, lacking):
    errors = grade(answer, tests)
    assert grade.reason == (lacking and LACKS.format(lacking))
    if lacking:
        assert errors == ["NameError: name 'os' is not defined"] * 2


def test_files_that_the_student_writes_are_seen_where_they_are(grade):
    answer = RIGHT + "open('made.txt', 'w').close()\n"
    assert grade(answer, ["assert os.path.exists('made.txt')"]) == [None]


@pytest.mark.parametrize(
    "cell, expected",
    [
        ("import a.b.c as d", [("d", "a.b.c", "import a.b.c as d")]),
        ("import a.b", [("a", "a.b", "import a.b")]),
        (
            "from a import b, c as d",
            [("b", "a", "from a import b"), ("d", "a", "from a import c as d")],
        ),
        ("from a import *", [("*", "a", "from a import *")]),
        ("try:\n    import a\nexcept ImportError:\n    a = None", [("a", "a", "import a")]),
        ("with x:\n    import a", [("a", "a", "import a")]),
        ("if x:\n    import a", []),
        ("def f():\n    import a", []),
        ("from . import a", []),
        ("import a\na = 3", []),
        ("import a\nfor a in b: pass", []),
        ("import a\ndef f():\n    global a\n    a = 1", []),
        ("import a\ndef f(a):\n    return a", [("a", "a", "import a")]),
        ("%matplotlib inline\nimport a", [("a", "a", "import a")]),
        ("no python here", []),
    ],
)
def test_imports_are_read(cell, expected):
    assert read_given([(cell, False)]) == [GivenImport(*each) for each in expected]


def test_a_star_gives_nothing_that_a_cell_binds(grade):
    given = "from math import *\nfrom helper import *\ndef sqrt(x):\n    return 17\n"
    tests = ["assert sqrt(4) == 17 and exp(0) == 1", "assert f(3) == 9 and run(f, 3) == 9"]
    more = "\ndef f(x):\n    return 'the helper'\n"
    assert grade(RIGHT, tests, given=given, more=more) == [None] * 2


def test_a_student_who_takes_a_name_changes_nothing():
    cells = [("import a\nfrom b import *", False), ("def a(): pass\ndef c(): pass", True)]
    ((star),) = read_given(cells)
    assert (star.name, star.others) == ("*", ("a", "c"))
    assert [each.name for each in read_given(cells, handed_in=True)] == ["a", "*"]


def test_what_solutions_import_is_theirs():
    cells = [("import a, b", False), ("import c, b\ndef a(): pass", True)]
    assert [each.name for each in read_given(cells)] == ["b"]


@pytest.mark.parametrize(
    "test, expected",
    [
        ("np.linalg.inv = no", ["np"]),
        ("del np.x", ["np"]),
        ("with patch.object(np.linalg, 'inv', no): pass", ["np"]),
        ("monkeypatch.setattr(np, 'x', 1)", ["np"]),
        ("np.linalg.inv(x)", []),
        ("x = np", []),
    ],
)
def test_what_a_test_sets_attributes_of(test, expected):
    assert read_test(test).patched == expected


def test_where_a_module_lies_decides(tmp_path):
    (tmp_path / "mine.py").touch()
    (tmp_path / "package.py").touch()  # a package is imported rather than a module of its name
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    (tmp_path / "package" / "part.py").touch()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "loose.py").touch()
    whose = {
        name: GivenImport("", name, "").side(tmp_path)
        for name in (
            "mine",
            "package.part",
            "numpy.linalg",
            "sys",
            "os.path",
            "unittest",
            "nowhere",
        )
    }
    assert whose == {
        "mine": "beside",
        "package.part": "beside",
        "numpy.linalg": "judge",
        "sys": "student",
        "os.path": "student",
        "unittest": "judge",
        "nowhere": "student",
    }
    assert modules_in(tmp_path) == {
        "mine": str(tmp_path / "mine.py"),
        "package": str(tmp_path / "package" / "__init__.py"),
        "package.part": str(tmp_path / "package" / "part.py"),
    }
