"""`nbjudge check` says what it has seen, what helps, and what is left: each was a stumble once."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from commands import wait_for
from courses import cell, notebook
from nbformat.v4 import new_code_cell, new_output
from small_courses import COURSES, make_course

from nbjudge.adopt.check import check
from nbjudge.adopt.edits import with_statements, write_changes
from nbjudge.adopt.findings import CheckReport, Finding, NotebookCost
from nbjudge.adopt.follows import broken_cells
from nbjudge.adopt.loose import loose_globals
from nbjudge.adopt.print_report import end_line, left_lines, report_lines
from nbjudge.adopt.stock import StockExecute
from nbjudge.adopt.taken import Surroundings
from nbjudge.cli import load_course
from nbjudge.course.preload import modules_to_preload


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> CheckReport:
    """The report of a course with a cell for each thing that was seen wrongly before."""
    course = make_course(tmp_path_factory.mktemp("evidence") / "course", COURSES / "evidence")
    path = course / "source" / "evidence" / "elsewhere.ipynb"
    content = json.loads(path.read_text())
    content["metadata"]["kernelspec"] = {"name": "nowhere", "display_name": "N"}
    path.write_text(json.dumps(content))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(course)
        found = check(*load_course("evidence", []), workers=2, runs=1)
    print("\n".join(report_lines(found)))
    return found


def found_in(report: CheckReport, notebook: str, cell: str = "") -> list[Finding]:
    return [f for f in report.findings if (f.notebook, f.cell) == (notebook, cell)]


@pytest.mark.parametrize(
    ("cell", "imports", "gone"),
    [
        ("tool", ("import json",), True),
        ("helper", ("from toolbox import agree",), True),
        ("given_function", (), False),
    ],
)
def test_a_test_cell_that_takes_what_it_could_have_itself_is_to_be_mended(
    report, cell, imports, gone
):
    (finding,) = (found for found in found_in(report, "tools", cell) if not found.note)
    assert "from the submission, which can change it, and need not" in finding.what
    assert (finding.imports, finding.gone) == (imports, gone)
    assert finding.tag is False and (imports or "define `close`" in finding.advice)


def test_an_import_comes_before_a_tag(report):
    (finding,) = found_in(report, "tools", "type_of_value")
    assert finding.imports == ("import collections",) and finding.gone and not finding.tag
    assert "gets 1 of 1 in stock nbgrader and 0 in nbjudge" in finding.what
    assert finding.seen.startswith("line 4, `assert isinstance(letters, collections.Counter)`, in")
    assert "`collections` is of the submission" in finding.seen


def test_what_a_test_needs_of_the_submission_is_a_note(report):
    (finding,) = found_in(report, "tools", "file")
    assert "it takes `os` from the submission" in finding.what and finding.note


def test_a_global_that_only_test_cells_bind_is_named_with_its_function(report):
    (finding,) = found_in(report, "tools")
    assert finding.what == (
        "`scaled` reads the global `FACTOR`, which only test cell global_of_a_test binds"
    )
    (cell,) = found_in(report, "tools", "global_of_a_test")
    assert "`scaled` reads the global `FACTOR`" in cell.why
    assert "NameError: name 'FACTOR' is not defined" in cell.seen


def test_what_follows_from_a_cell_that_fails_is_folded(report):
    (finding,) = found_in(report, "broken")
    assert "the cell `import nowhere_to_be_found` ends with ModuleNotFoundError" in finding.what
    assert finding.follows == ("first", "second")
    assert all(f.note for f in report.findings if f.notebook == "broken" and f.cell)
    assert "    2 test cells fail with it: first, second" in list(report_lines(report))


def test_a_kernel_that_stock_nbgrader_lacks_is_one_line(report):
    (finding,) = found_in(report, "elsewhere")
    assert "there is no kernel `nowhere`" in finding.what
    assert found_in(report, "elsewhere", "third_of_three") == []
    assert report.not_compared == {("elsewhere", "third_of_three")}


def test_what_is_left_after_writing_is_what_no_import_and_no_tag_mends(report):
    left = {(finding.notebook, finding.cell) for finding in report.left}
    assert left == {("tools", ""), ("tools", "given_function"), ("broken", ""), ("elsewhere", "")}


# ---- how it is said ----------------------------------------------------------------------------

COST = NotebookCost(1, 1)


def a_report(*findings: Finding) -> CheckReport:
    key = ("one", "first")
    return CheckReport("ps", {"one": 1}, frozenset({key}), frozenset(), [], list(findings),
                       {"one": COST}, COST)  # fmt: skip


def test_what_is_left_is_said_in_a_sentence():
    tagged = Finding("one", "first", "differs", tag=True, gone=True)
    other = Finding("one", "first", "fails")
    assert end_line(a_report(tagged)) == (
        "ps: 1 thing to mend before the class; `nbjudge check ps --write` puts the tag "
        "nbjudge:shared on 1."
    )
    assert end_line(a_report()) == "ps: nothing here would surprise a student (1 test cell)."
    assert list(left_lines(a_report(tagged))) == ["ps: nothing is left to mend."]
    assert list(left_lines(a_report(tagged, other))) == [
        "ps: 1 thing is left to mend, as said above:",
        "    one, first: fails",
    ]


# ---- what a cell becomes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("assert f()", "import a\nassert f()"),
        ('"""What."""\nassert f()', '"""What."""\nimport a\nassert f()'),
        ("# What.\n\n@d\ndef g(): pass", "# What.\n\nimport a\n@d\ndef g(): pass"),
        ("\n\n'''A\nB'''\nf()", "\n\n'''A\nB'''\nimport a\nf()"),
        ("### BEGIN HIDDEN TESTS\nf()", "### BEGIN HIDDEN TESTS\nimport a\nf()"),
        ("%%time\nf()", "%%time\nimport a\nf()"),
        ("%matplotlib inline\nf()", "import a\n%matplotlib inline\nf()"),
        ("'a'; f()", "import a\n'a'; f()"),
        ("no python", "import a\nno python"),
        ("", "import a\n"),
    ],
)
def test_an_import_stands_before_the_first_statement(source, changed):
    assert with_statements(source, ["import a"]) == changed


def test_an_import_is_written_once_and_nothing_else_changes(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    path = course / "source" / "example" / "problem1.ipynb"
    before = path.read_text()
    imports = {"correct_cubes": ("import math",)}
    assert write_changes(path, [], imports) == ["correct_cubes: `import math`"]
    assert write_changes(path, [], imports) == []
    lines = path.read_text().splitlines()
    added = [line.strip() for line in lines if line not in before.splitlines()]
    assert added == ['"import math\\n",']
    nbformat.validate(nbformat.read(path, 4))


# ---- what is read off cells ---------------------------------------------------------------------


def failed(source: str, line: int, error: str = "ValueError", name: str | None = None):
    made = cell(name, source, grade=True) if name else new_code_cell(source)
    said = [f"Cell In[1], line {line}\n"]
    made.outputs = [new_output("error", ename=error, evalue="so", traceback=said)]
    return made


def test_a_cell_follows_from_what_it_uses():
    cells = [
        failed("a = 1\nb = 1 / 0\nc = 2", 2),
        new_code_cell("def d():\n    return c"),
        failed("assert a == 2", 1, name="own"),
        failed("assert b", 1, "NameError", "direct"),
        failed("assert d()", 1, "NameError", "through"),
        new_code_cell("b = 1"),
        failed("assert b == 2", 1, name="again"),
    ]
    nb = notebook(cells)
    found = broken_cells(nb, ["own", "direct", "through", "again"])
    assert [(each.name, each.followers) for each in found] == [
        (None, ["direct", "through"]),
        ("own", []),
        ("again", []),
    ]
    assert broken_cells(nb, ["own", "direct", "through", "again"], nb) == []


@pytest.mark.parametrize(
    ("solution", "names"),
    [
        ("def f(x):\n    return x * A", ["A"]),
        ("class C:\n    def m(self):\n        return [A for _ in self]", ["A"]),
        ("A = 1\ndef f(x):\n    return x * A", []),
        ("def f(A):\n    return A", []),
        ("total = [A for A in range(3)]", []),
        ("def f(x):\n    return g(x) + len(x)", []),
        ("no python", []),
    ],
)
def test_globals_that_only_test_cells_bind(tmp_path, solution, names):
    around = Surroundings([], [solution], [], {"one": "A = 2\nassert f(1)", "two": "f"}, tmp_path)
    assert [each.name for each in loose_globals(around)] == names
    assert {each.tests for each in loose_globals(around)} == ({("one",)} if names else set())


def test_what_to_preload_is_what_is_installed(tmp_path):
    (tmp_path / "toolbox.py").touch()
    sources = [
        "%matplotlib inline\nimport os, toolbox\nimport nbformat.v4 as v4, IPython",
        "def f():\n    from nbconvert.filters import ansi2html\nimport nowhere_to_be_found",
        "from . import x\nimport nbformat.v4\nfrom nbconvert import filters, get_exporter",
        "from nowhere_to_be_found import a\nfrom nh3 import clean\nfrom toolbox import b",
        "import rich\nfrom rich import console",
    ]
    found = modules_to_preload(sources, tmp_path)
    assert found == ["nbformat.v4", "nbconvert.filters", "nbconvert", "nh3", "rich"]


# ---- stock nbgrader beside it -------------------------------------------------------------------


def test_stock_nbgrader_has_a_limit_for_a_notebook_and_says_which_one_it_runs(tmp_path, capfd):
    nb = notebook(
        [new_code_cell("print(1)"), new_code_cell("while True: pass"), new_code_cell("print(2)")]
    )
    execute = StockExecute(notebook_seconds=2.0)
    resources = {
        "nbgrader": {"notebook": "endless", "student": "solution-1"},
        "metadata": {"path": str(tmp_path)},
    }
    execute.preprocess(nb, resources)
    assert nb.cells[0].outputs[0].text == "1\n"
    assert [c.outputs[-1].ename for c in nb.cells[1:]] == ["CellTimeoutError", "NotRun"]
    said = capfd.readouterr().err
    assert said.startswith("  endless: the solution, run 2\n") and "IPKernelApp" not in said


def test_an_interrupted_check_claims_nothing_that_is_not_so(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    errors = tmp_path / "errors"
    with errors.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "nbjudge", "check", "example"],
            cwd=course,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stream,
        )
        wait_for(lambda: "Making the release" in errors.read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 130
    said = errors.read_text().splitlines()[-1]
    assert said == "nbjudge: Interrupted. The check had changed nothing in the course."
    after = {path: path.read_bytes() for path in Path(course).rglob("*") if path.is_file()}
    assert after == before
