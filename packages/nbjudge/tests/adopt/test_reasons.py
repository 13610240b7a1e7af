"""A test cell that fails in nbjudge only has a reason, and advice that fits what it does."""

import pytest

from nbisolate import Outline
from nbisolate.bridge.arguments import CANNOT_CROSS
from nbisolate.bridge.special_methods import CANNOT_USE, DECIDES
from nbisolate.cells import read_given
from nbisolate.processes.judge import CLASS_ASKED_FOR, MAGIC_MISSING
from nbjudge.adopt.borrowed_names import Surroundings
from nbjudge.adopt.reasons import FailedCell, reason_of

GIVEN = """
class Harness:
    def __init__(self, lines): self.lines, self.out = lines, []
    def __enter__(self): return self.out
    def __exit__(self, *error): pass
"""
SOLUTION = """
def double(times=2):
    print(int(input()) * times)
def scaled(x):
    return x * FACTOR
"""


UNDEFINED_COPY = "NameError: name 'copy' is not defined"


def reason(source, statement="", error="AssertionError", given=GIVEN):
    outline = Outline(read_given([(given, False)]))
    around = Surroundings([given], [SOLUTION], outline, {"test": source}, None)
    return reason_of(FailedCell("ps1", source, statement, error, around))


def test_what_an_object_returned_to_a_with_is_a_copy():
    source = 'with Harness(["4"]) as t:\n    double()\n    assert len(t) == 1'
    assert reason(source, "assert len(t) == 1") == (
        "`t` is a copy that `with Harness(['4'])` made when it began",
        "put the `with` into a function of an instructor cell that returns `t`",
    )
    assert reason(source, "double()") is None


@pytest.mark.parametrize(
    ("source", "does", "call"),
    [
        (
            'with mock.patch("builtins.input", return_value="42"):\n    double()',
            "reads `input()`",
            "result = run(double, lines=['42'])",
        ),
        (
            'with patch("builtins.input", side_effect=["1", "2"]):\n    double(times=3)',
            "reads `input()`",
            "result = run(double, times=3, lines=['1', '2'])",
        ),
        (
            "with patch('builtins.input', side_effect=['1', count]):\n    double()",
            "reads `input()`",
            "result = run(double, lines=[...])",
        ),
        ("input = lambda *_: '3'\ndouble()", "reads `input()`", "run(double, lines=['3'])"),
        ("input = ask\ndouble()", "reads `input()`", "run(double, lines=[...])"),
        (
            "expected = ['8', '9']\nwith patch('builtins.input', side_effect=['4', '5']):\n"
            "    assert double() == expected",
            "reads `input()`",
            "run(double, lines=['4', '5'])",
        ),
        (
            "assert ['8'] == double()\nlines = iter(['4'])\ninput = lambda text='': next(lines)",
            "reads `input()`",
            "run(double, lines=['4'])",
        ),
        (
            "want = ('8',)\nlines = ['4', '5']\ninput = lambda *_: lines.pop(0)\ndouble()",
            "reads `input()`",
            "run(double, lines=['4', '5'])",
        ),
        (
            "def answer(text=''):\n    return '4'\nwant = ['8']\nbuiltins.input = answer\ndouble()",
            "reads `input()`",
            "run(double, lines=['4'])",
        ),
        (
            "want = ['8']\nwith patch('builtins.input') as fake:\n"
            "    fake.side_effect = ['4']\n    double()",
            "reads `input()`",
            "run(double, lines=['4'])",
        ),
        (
            "want = ['8']\nwith patch('builtins.input', Mock(return_value='4')):\n    double()",
            "reads `input()`",
            "run(double, lines=['4'])",
        ),
        (
            "want = ['8']\nwith patch.object(builtins, 'input', side_effect=ask):\n    double()",
            "reads `input()`",
            "run(double, lines=[...])",
        ),
        (
            "want = ['8']\ntext = '4\\n5\\n'\n"
            "old, sys.stdin = sys.stdin, io.StringIO(text)\ndouble()",
            "reads `input()`",
            "run(double, lines=['4', '5'])",
        ),
        ("%%capture seen\ndouble()", "prints", "result = run(function)`"),
        ("sys.stdin = io.StringIO('1\\n2\\n')\ndouble()", "reads `input()`", "lines=['1', '2'])"),
        (
            "monkeypatch.setattr('sys.stdin', io.StringIO('7'))\ndouble()",
            "reads `input()`",
            "lines=['7'])",
        ),
        (
            "with contextlib.redirect_stdout(io.StringIO()) as text:\n    double(3)",
            "prints",
            "result = run(double, 3)`",
        ),
        ("with capture_output() as seen:\n    double()", "prints", "result = run(double)`"),
        ("with patch('sys.stdout', io.StringIO()):\n    double()", "prints", "run(double)`"),
        ("double()\ntext = capsys.readouterr().out", "prints", "run(double)`"),
        ("with patch.object(builtins, 'print') as p:\n    double()", "prints", "run(double)`"),
        ("builtins.print = seen.append\ndouble()", "prints", "run(double)`"),
        ("sys.stdout = io.StringIO()\ndouble()", "prints", "result = run(double)`"),
        (
            "with patch('builtins.print') as p, patch('builtins.input', return_value='1'):\n"
            "    print_twice()",
            "reads `input()` and prints",
            "result = run(function, lines=['1'])`",
        ),
        (
            "def shown(function):\n    sys.stdout = io.StringIO()\n    function()\nshown(double)",
            "prints",
            "result = run(double)`",
        ),
    ],
)
def test_a_fed_input_and_a_captured_text_have_a_rewritten_line(source, does, call):
    why, advice = reason(source)
    assert why == f"the answer {does} in its own process, which this cell does not change"
    assert "`nbjudge init --printed ps1` writes the file" in advice
    assert advice.startswith("import `run` in an instructor cell")
    assert call in advice
    assert "compare `result.printed`, `result.returned`" in advice


@pytest.mark.parametrize(
    ("source", "error", "call"),
    [
        (
            "old, sys.stdout = sys.stdout, io.StringIO()\nexec(In[-2])",
            "AssertionError",
            "result = run_cell('# a line of the answer')`",
        ),
        (
            "with patch('builtins.input', side_effect=['1']):\n    exec(_i)\nassert total == 2",
            "NameError: name 'total' is not defined",
            "result = run_cell('# a line of the answer', lines=['1'])`",
        ),
        ("get_ipython().run_cell(In[-2])", "IndexError: list index", "run_cell('# a line"),
    ],
)
def test_a_cell_that_runs_the_answer_again_has_no_list_of_it(source, error, call):
    why, advice = reason(source, error=error)
    assert why.endswith("has only test cells here, because the answer runs in its own process")
    assert call in advice
    assert "compare `result.printed`" in advice and "result.returned" not in advice


def test_a_cell_that_reads_the_answers_source_has_no_list_of_it():
    why, advice = reason("text = In[-2]\nassert 'while' in text")
    assert why == "`In` has only test cells here, because the answer runs in its own process"
    assert advice.startswith("search `In` for a line of the answer in a function of an instructor")
    assert reason("In = [1]\nassert In[-1] == double()") is None
    assert reason("assert In[-1] == 1", given="In = [1]") is None


def test_a_name_that_no_cell_defines_is_from_the_ipython_profile():
    why, advice = reason("assert near(1, 2)", error="NameError: name 'near' is not defined")
    assert why.startswith("no cell defines `near`. In plain nbgrader, your IPython profile")
    assert advice == "define or import `near` in an instructor cell"
    assert reason("Harness", error="NameError: name 'Harness' is not defined") is None
    assert reason("double", error="NameError: name 'double' is not defined") is None
    star = "from helpers import *"
    assert reason("near", error="NameError: name 'near' is not defined", given=star) is None


@pytest.mark.parametrize(
    ("source", "function", "name"),
    [
        ("assert 'total' in dir()", "dir", "total"),
        ("if not 'total' in locals():\n    raise ValueError", "locals", "total"),
        ("names = globals()\nassert 'total' not in names", "globals", "total"),
        ("for name in NAMES:\n    assert name in vars()", "vars", "name"),
    ],
)
def test_a_list_of_names_has_none_of_the_answer(source, function, name):
    why, advice = reason(source)
    assert why == f"`{function}()` lists the names of test cells, and none of the answer"
    assert advice.startswith(f"write `assert {name} is not None`, which raises NameError")


@pytest.mark.parametrize("source", ["assert 'total' in dir(answer)", "assert 'a' in vars(answer)"])
def test_the_names_of_an_object_have_no_reason(source):
    assert reason(source) is None


def test_a_name_of_a_test_cell_that_the_answer_reads():
    why, advice = reason("from copy import copy\ndouble()", error=UNDEFINED_COPY)
    assert why == "the answer uses `copy`, which only test cells define"
    assert advice == "define or import `copy` in an instructor cell"
    given = "from copy import copy"
    assert reason("copy = 1\ndouble()", error=UNDEFINED_COPY, given=given) is None


def test_the_lines_of_a_source():
    source = "assert 'for' in inspect.getsourcelines(double)[0][1]"
    why, advice = reason(source, source, "OSError: could not get source code")
    assert why == "`inspect.getsourcelines` does not find the source of another process"
    assert advice.startswith("write `inspect.getsource(...).splitlines()`")
    assert reason("double()", "double()", "OSError: could not get source code") is None
    assert reason(source, source) is None


def test_a_file_of_the_answer():
    why, _ = reason("open('out.txt')", error="FileNotFoundError: [Errno 2] ...")
    assert why == "a file that the answer writes is in the answer's process"
    why, _ = reason("open('out.txt', 'r')", error="FileNotFoundError: [Errno 2] ...")
    assert why == "a file that the answer writes is in the answer's process"


@pytest.mark.parametrize(
    "write",
    [
        "with open('in.txt', 'w') as file: file.write('a b')",
        "open('in.txt', mode='wt').write('a b')",
        "Path('in.txt').write_text('a b')",
        "Path('in.txt').open('a').write('a b')",
    ],
)
def test_a_file_of_a_test_cell(write):
    source = f"{write}\nassert count('in.txt') == 2"
    why, _ = reason(source, "count('in.txt')", "FileNotFoundError: [Errno 2] ...")
    assert why == "a file that a test cell writes is in the judge, and not with the answer"


@pytest.mark.parametrize(
    ("source", "name"),
    [("FACTOR = 3\nassert scaled(2) == 6", "FACTOR"), ("def double(): 1", "double")],
)
def test_an_assigned_name_that_the_answer_reads(source, name):
    why, _ = reason(source)
    assert why == f"the answer does not see what this cell assigns to `{name}`"


@pytest.mark.parametrize(
    ("error", "sign"),
    [
        (f"UndecidedError: {CANNOT_USE.format(sign='<', tag='nbjudge:in-process')}", "<"),
        (f"UndecidedError: {CANNOT_USE.format(sign='**', tag='nbjudge:in-process')}", "**"),
        ("TypeError: '<=' not supported between instances of 'Kind' and 'Kind'", "<="),
        ("TypeError: unsupported operand type(s) for +: 'Kind' and 'Kind'", "+"),
    ],
)
def test_an_operator_of_the_answers_class_has_a_reason(error, sign):
    why, advice = reason("assert v < w", error=error)
    assert why.startswith(f"a class of the answer defines `{sign}`")
    assert advice == "compare plain values, such as attributes"


@pytest.mark.parametrize(
    "error",
    [
        DECIDES.format(kind="V", what="`==`", tag="nbjudge:in-process"),
        CLASS_ASKED_FOR.format(name="PCA", tag="nbjudge:in-process"),
        MAGIC_MISSING.format(error="Cell magic `%%x` not found", tag="nbjudge:in-process"),
        CANNOT_CROSS.format("a generator", "nbjudge:in-process"),
    ],
)
def test_what_the_judge_cannot_decide_has_its_words_as_reason_and_advice(error):
    why, advice = reason("input = ask\ndouble()", error=f"UndecidedError: {error}")
    assert error[0].lower() == why[0] and error[1:].startswith(why[1:])
    assert advice in error
    assert "nbjudge:in-process" not in advice


def test_an_unknown_magic_has_no_reason():
    assert reason("%%checked\ndouble()") is None


@pytest.mark.parametrize(
    "source",
    ["assert double() == 1", "x = 3\nassert scaled(x)", "del double", "import sys\nprint('stdin')"],
)
def test_a_cell_with_none_of_these_has_no_reason(source):
    assert reason(source) is None
