"""`nbjudge check` says in one line why a test cell differs, and what to write in its place."""

import pytest
from package_root import ROOT

from nbjudge.adopt.causes import LOOK_UP, Case, explain, names_of
from nbjudge.adopt.idioms import ERRORS, SOURCES

SPY = "class Spy:\n    def __call__(self, x): {}\nspy = Spy()\nf(spy)\nassert spy"
FAILED = "AssertionError"


def case(source, judged=FAILED, **keywords):
    points = {"stock_points": 1.0, "judged_points": 0.0} | keywords
    return Case("here", source, None, judged, **points)


@pytest.mark.parametrize(
    ("source", "bound", "deleted"),
    [
        ("x = 1\ny: int = 2", {"x", "y"}, set()),
        ("import numpy as np, os.path\nfrom math import pi as p", {"np", "os", "p"}, set()),
        ("def f(a):\n    b = 1\n    global g\n    g = 2", {"f", "g"}, set()),
        ("class A:\n    inside = 1", {"A"}, set()),
        ("[i for i in range(3)]\nfor j in []: k = 1", {"j", "k"}, set()),
        ("try:\n    del squares\nfinally:\n    squares = 1", {"squares"}, {"squares"}),
        ("%matplotlib inline\na = 1", {"a"}, set()),
        ("no python", set(), set()),
    ],
)
def test_names_that_a_cell_binds_and_deletes(source, bound, deleted):
    names = names_of(source)
    assert (names.bound, names.deleted) == (bound, deleted)


def test_an_import_gives_the_student_no_other_value():
    assert "np" in names_of("import numpy as np").imported
    assert "np" not in names_of("import numpy as np\nnp = 1").imported
    explanation = explain(case("import numpy as np\nassert np", student=frozenset({"np"})))
    assert "another value" not in explanation.why


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("del squares", "deletes the student's `squares`"),
        ("squares = len", "another value to the student's `squares`"),
        ("assert plt.gca().lines", "looks at a figure"),
        ("with redirect_stdout(text): say()", "looks at what the student's code prints"),
        ("with mock.patch('builtins.input'): ask()", "replaces a function"),
        ("get_ipython().run_cell('1')", "uses IPython itself"),
        ("assert 'f' in globals()", "the judge's"),
        (SPY.format("self.seen.append(x)"), "defines `Spy`"),
        (SPY.format("self.last[x] = 1"), "defines `Spy`"),
        ("save('a.pkl')\nassert pickle.load(open('a.pkl', 'rb')) == 1", "it unpickles"),
        (SPY.format("return self.last[x]"), "works in one process"),
        ("a = [1]\nb = [a]\nr = f(a)\nassert a == [1]", "value of `f(a)` as well"),
        ("with warnings.catch_warnings(record=True): f()", "looks for warnings"),
        ("assert f() == 1", "works in one process"),
        (
            "def cb(x):\n    seen = []\n    seen.append(x)\nassert f(cb) == 1",
            "works in one process",
        ),
    ],
)
def test_what_a_cell_does_is_read_off_its_source(source, why):
    assert why in explain(case(source, student=frozenset({"squares", "f"}))).why


def test_a_name_that_another_test_cell_binds_last_is_that_cell_s_fault():
    tests = {"nearest": names_of("squares = 1"), "first": names_of("squares = 1")}
    missing = "NameError: name 'squares' is not defined"
    own = {"student": frozenset({"squares"}), "tests": tests}
    found = explain(case("squares(1)", missing, withheld=frozenset({"squares"}), **own))
    assert "test cell nearest is the last before this one to bind `squares`" in found.why
    assert found.culprit == "nearest"
    found = explain(case("squares(1)", missing, **own))
    assert "needs `squares`, which the judge has not" in found.why
    assert found.instead == "bind the name in this cell"
    found = explain(case("squares(1)", missing, tests=tests))
    assert "bind `squares` in this cell too" in found.instead and found.culprit == "here"


def test_a_cell_of_the_student_s_that_needs_a_name_of_a_test_cell():
    tests = {"first": names_of("import numpy as np")}
    broken = ("np.zeros(3)", "NameError: name 'np' is not defined")
    found = explain(case("assert total == 0", broken=broken, tests=tests))
    assert "`np.zeros(3)` needs `np`, which only test cell first binds" in found.why
    assert "no test" in found.instead


def test_a_file_in_the_student_s_folder():
    error = "FileNotFoundError: [Errno 2] No such file or directory: 'out.txt'"
    assert "student's folder" in explain(case("open('out.txt')", error)).why


def test_points_that_stock_nbgrader_takes_for_a_warning():
    found = explain(case("f()", None, stock_points=0.0, judged_points=1.0))
    assert "writes to stderr" in found.why


def test_a_given_module_that_is_handed_objects_of_the_submission():
    error = "TypeError: inputs must be Tensors, not <class Tensor of the submission>"
    found = explain(case("assert jacobian(f, x).sum() == 1", error, own=frozenset({"jacobian"})))
    assert "it hands objects of the submission to `jacobian`" in found.why


DECIDES = (
    "Undecided: the submission would decide {} itself, with its own C: check the type and so on"
)
ENDS = {
    DECIDES.format("the equality"): "decide the equality",
    DECIDES.format("the order"): "lets an object of the submission decide the order",
    "TypeError: A class of a test cell cannot be built on the submission's: x": "derives a class",
    "TypeError: cannot pickle '_thread.lock' object": "cannot leave its own",
    "TypeError: A tensor that carries a graph cannot cross": "cannot leave its own",
    "TypeError: A student's object cannot be copied to the judge.": "cannot leave its own",
    "Stopped: This cell took too long.": "takes longer",
    "NameError: name 'other' is not defined": "needs `other`",
    "AssertionError": "asks for the class",
    "AttributeError: 'C' object has no attribute 'x'": "asks for the class",
}


@pytest.mark.parametrize(("error", "why"), ENDS.items())
def test_a_reason_names_the_idiom_and_repeats_no_error(error, why):
    statement = "assert isinstance(f(), C)" if "C" in error or error == FAILED else "f()"
    found = explain(case("f()", error, statement=statement))
    assert why in found.why and error not in found.why and found.why not in error
    assert "plain values: numbers" not in found.instead


def test_without_a_rule_the_reason_names_the_statement_and_no_error():
    found = explain(case("assert f() == 1", "ValueError: odd", statement="assert f() == 1"))
    assert found.why == "`assert f() == 1` works in one process with the submission only"
    assert found.instead == LOOK_UP
    found = explain(Case("here", "f()", "ValueError: odd", None, 0.0, 0.0))
    assert "odd" not in found.why


def test_every_rewrite_has_a_row_in_the_table():
    rows = (ROOT / "docs" / "adopt.md").read_text()
    for why, instead in (*ERRORS.values(), *SOURCES.values()):
        assert instead.split(",")[0].split(" as in")[0] in rows, why
