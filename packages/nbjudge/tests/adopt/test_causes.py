"""`nbjudge check` says in one line why a test cell differs, and what to write in its place."""

import pytest

from nbjudge.adopt.causes import Case, explain, names_of

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
    assert FAILED in explanation.why


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
        ("assert f() == 1", f"ends with {FAILED}"),
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
    assert explain(case("squares(1)", missing, **own)).why == f"in nbjudge it ends with {missing}"
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
