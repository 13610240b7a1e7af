"""`nbjudge check` says what it has seen and what is left: each was a stumble once."""

import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_output

from nbisolate import Outline
from nbisolate_testing.users import wait_for
from nbjudge.adopt.borrowed_names import Surroundings
from nbjudge.adopt.evidence import Evidence, failing_statement
from nbjudge.adopt.findings import CheckReport, Finding, NotebookReport
from nbjudge.adopt.plain import PlainExecute
from nbjudge.adopt.print_report import end_line, left_lines, report_lines
from nbjudge.adopt.rules import (
    globals_of_functions,
    look_at_broken_cells,
    look_at_costs,
    loose_globals,
)
from nbjudge.adopt.trial import SOLUTIONS, Graded
from nbjudge.course.failed_cells import cell_error_line
from nbjudge.gradebook.definition import CellDefinition, Definition, NotebookDefinition
from nbjudge.plugins.execute import JudgeExecute
from nbjudge.runner import modules_to_preload
from nbjudge.tags import IN_PROCESS
from nbjudge_testing.courses import notebook
from nbjudge_testing.small_courses import COURSES, make_course

# ---- how it is said ----------------------------------------------------------------------------


def a_report(*findings: Finding, in_process=()) -> CheckReport:
    one = NotebookReport(["first", "second"], in_process, [], list(findings))
    return CheckReport("ps", {"one": one, "two": NotebookReport([], [], [], [])})


def test_each_notebook_has_a_line():
    tagged = Finding("one", "first", "differs", tags=(IN_PROCESS,))
    alone, in_process = a_report(), a_report(tagged, in_process=["second"])
    assert list(report_lines(alone)) == [
        "one: 2 of 2 test cells run separately",
        "two: no test cells",
        "",
    ]
    first, _, why, *_ = report_lines(in_process)
    assert first == "one: 0 of 2 test cells run separately, 2 as in plain nbgrader: first, second"
    assert "can change what it computes and read its hidden tests" in why


def test_what_is_left_is_said_in_a_sentence():
    tagged = Finding("one", "first", "differs", tags=(IN_PROCESS,))
    other = Finding("one", "first", "fails")
    assert end_line(a_report(tagged)) == (
        "ps: 1 problem to fix before release; `nbjudge check ps --write` tags 1 test cell."
    )
    assert end_line(a_report()) == "ps: no problems found (2 test cells)."
    assert list(left_lines(a_report(tagged))) == ["ps: no problems are left."]
    assert list(left_lines(a_report(tagged, other))) == [
        "ps: 1 problem is left (details above):",
        "    one, first: fails",
    ]


@pytest.mark.parametrize(
    ("seconds", "memory_mb", "tags", "is_later", "said"),
    [
        (50, 500, (), False, []),
        (51, 500, (), False, ["the solution uses 51 s; the limit is 100 s"]),
        (50, 501, (), False, ["the solution uses 501 MB; the limit is 1000 MB"]),
        # These run twice, and four times. The limit is for each run.
        (100, 500, (IN_PROCESS,), False, []),
        (102, 500, (IN_PROCESS,), False, ["the solution uses 51 s; the limit is 100 s"]),
        (200, 500, (IN_PROCESS,), True, []),
        (204, 500, (IN_PROCESS,), True, ["the solution uses 51 s; the limit is 100 s"]),
    ],
)
def test_a_solution_that_comes_near_to_a_limit_is_said(seconds, memory_mb, tags, is_later, said):
    run = Graded({}, {}, [], {"one": seconds}, {"one": memory_mb})
    cell = CellDefinition(
        "test", "code", "assert True", "", True, 1.0, False, False, tags, is_later
    )
    definition = NotebookDefinition("one", None, {"test": cell})
    trial = SimpleNamespace(
        assignment="ps1", definition=Definition("ps1", "", None, {"one": definition})
    )
    evidence = Evidence(trial, {SOLUTIONS[0]: run}, dict.fromkeys(SOLUTIONS, run))
    evidence.execute = JudgeExecute(notebook_seconds=100, memory_mb=1000)
    assert [finding.what for finding in look_at_costs(evidence, {}, "one")] == said


def test_a_cell_that_asks_for_input_is_a_note_and_hides_no_other_failure():
    errors = {
        "### BEGIN SOLUTION\nshoes()": "StdinNotImplementedError: raw_input was called, but",
        "import json\nimport spacy": "ModuleNotFoundError: No module named 'spacy'",
    }
    cells = []
    for source, error in errors.items():
        name, _, value = error.partition(": ")
        line = len(source.splitlines())
        traceback = [f"Cell In[1], line {line}\n"]
        output = new_output("error", ename=name, evalue=value, traceback=traceback)
        cells.append(new_code_cell(source, outputs=[output]))
    run = Graded({}, {"one": notebook(cells)})
    trial = SimpleNamespace(lacking={}, assignment="ps1")
    evidence = Evidence(trial, {SOLUTIONS[0]: run}, {SOLUTIONS[0]: run})
    evidence.tests = {"one": []}
    evidence.around = {"one": Surroundings([], [], Outline(), {}, Path())}
    missing, asks = look_at_broken_cells(evidence, {}, "one")
    assert missing.seen == "line 2, `import spacy`" and not missing.note
    assert missing.advice == "fix it, or tag it raises-exception if students should see the error"
    assert asks.what.startswith("1 cell asks for input (`shoes()`)") and asks.note
    cells[1].metadata["nbgrader"] = {"solution": True}
    of_a_solution, _ = look_at_broken_cells(evidence, {}, "one")
    assert of_a_solution.advice == "fix it"


def test_a_loop_that_asks_for_input_is_a_note_although_plain_nbgrader_ends_it_otherwise():
    ends = {
        "CellTimeoutError": "",
        "EOFError": "EOF when reading a line, 100 times: nobody answers input() here",
    }
    runs = []
    for name, value in ends.items():
        output = new_output("error", ename=name, evalue=value)
        cells = [new_code_cell("# Task 1\nwhile True:\n    input()", outputs=[output])]
        runs.append(Graded({}, {"one": notebook(cells)}))
    plain, judged = ({SOLUTIONS[0]: run} for run in runs)
    evidence = Evidence(SimpleNamespace(lacking={}, assignment="ps1"), plain, judged)
    evidence.tests = {"one": []}
    evidence.around = {"one": Surroundings([], [], Outline(), {}, Path())}
    (asks,) = look_at_broken_cells(evidence, {}, "one")
    assert asks.what.startswith("1 cell asks for input (`while True:`)") and asks.note


@pytest.mark.parametrize(
    ("test", "notes"),
    [
        ("result = run_cell('# Task 1', lines=['1'])\nassert result.printed == '2\\n'", []),
        ("assert printed.run_cell(line='# Task 1').raised", []),
        ("result = run_cell('# Task 2')", ["1 cell asks for input (`x = input()`)"]),
        ("print('# Task 1')", ["1 cell asks for input (`x = input()`)"]),
        ("%magic (", ["1 cell asks for input (`x = input()`)"]),
    ],
)
def test_a_cell_that_a_test_runs_with_lines_of_input_has_no_note(test, notes):
    output = new_output("error", ename="EOFError", evalue="EOF when reading a line")
    cells = [new_code_cell("### BEGIN SOLUTION\n# Task 1\nx = input()", outputs=[output])]
    run = Graded({}, {"one": notebook(cells)})
    trial = SimpleNamespace(lacking={}, assignment="ps1")
    evidence = Evidence(trial, {SOLUTIONS[0]: run}, {SOLUTIONS[0]: run})
    evidence.tests = {"one": []}
    evidence.around = {"one": Surroundings([], [], Outline(), {"test": test}, Path())}
    found = look_at_broken_cells(evidence, {}, "one")
    assert [finding.what.partition(", ")[0] for finding in found] == notes


def test_a_cell_at_its_time_limit_is_not_to_be_fixed_only():
    output = new_output("error", ename="CellTimeoutError", evalue="")
    run = Graded({}, {"one": notebook([new_code_cell("while True: pass", outputs=[output])])})
    evidence = Evidence(SimpleNamespace(lacking={}), {SOLUTIONS[0]: run}, {SOLUTIONS[0]: run})
    evidence.tests = {"one": []}
    evidence.around = {"one": Surroundings([], [], Outline(), {}, Path())}
    (slow,) = look_at_broken_cells(evidence, {}, "one")
    assert "Execute.timeout" in slow.advice and not slow.note


@pytest.mark.parametrize(("value", "fails"), [("", 0), ("0", 0), ("1", 1), ("no such file", 1)])
def test_a_script_that_ends_with_exit_has_failed_if_it_says_so(value, fails):
    output = new_output("error", ename="SystemExit", evalue=value)
    run = Graded({}, {"one": notebook([new_code_cell("sys.exit()", outputs=[output])])})
    evidence = Evidence(SimpleNamespace(lacking={}), {SOLUTIONS[0]: run}, {SOLUTIONS[0]: run})
    evidence.tests = {"one": []}
    evidence.around = {"one": Surroundings([], [], Outline(), {}, Path())}
    assert len(list(look_at_broken_cells(evidence, {}, "one"))) == fails


# ---- what is read off cells ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "line", "found"),
    [
        ("a = 1\nassert a == 2", 2, (2, "assert a == 2")),
        ("if True:\n    assert False", 2, (2, "assert False")),
        ("with open('a') as f:\n    pass", 1, (1, "with open('a') as f:")),
        ("\n\nassert False", 1, (3, "assert False")),  # IPython drops blank lines at the top
        ("a = (1 +\n     b)", 2, (2, "a = (1 +\n     b)")),
        ("no python", 1, None),
        ("a = 1", 0, None),
    ],
)
def test_the_statement_that_fails_is_quoted(source, line, found):
    cell = new_code_cell(source)
    said = [f"Cell In[1], line {line}\n"] if line else []
    cell.outputs = [new_output("error", ename="ValueError", evalue="so", traceback=said)]
    assert failing_statement(cell) == found


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
    tests = {"one": "A = 2\nassert f(1)", "two": "f"}
    around = Surroundings([], [solution], Outline(), tests, tmp_path)
    assert [name for _, name, _ in loose_globals(around)] == names
    assert {tests for _, _, tests in loose_globals(around)} == ({("one",)} if names else set())


def test_globals_that_functions_of_a_cell_read():
    cell = """\
a = [b for b in c]
d = lambda: e
def f(g):
    def h():
        return g, i
    return [j for k in g]
class L:
    m = n
    def o(self):
        return p"""
    found = {("f", "i"), ("f", "j"), ("L", "n"), ("L", "p")}
    assert set(globals_of_functions(cell)) == found
    assert list(globals_of_functions("this is no Python")) == []


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


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("\nNot equal to tolerance\nMismatch", "E: Not equal to tolerance"),
        ("", "E"),
        ("a:", "E: a:"),
    ],
)
def test_an_error_is_said_by_its_first_line_that_is_not_empty(value, said):
    cell = new_code_cell(outputs=[new_output("error", ename="E", evalue=value, traceback=[])])
    assert cell_error_line(cell) == said


@pytest.mark.parametrize("source", ["found = env + 1", "open('data.csv')"])
def test_a_cell_that_fails_in_nbjudge_only_has_that_reason_only_if_it_is_so(tmp_path, source):
    error = new_output("error", ename="OSError", evalue="no", traceback=[])
    notebooks = [notebook([new_code_cell(source, outputs=outputs)]) for outputs in ([], [error])]
    ways = [{SOLUTIONS[0]: Graded({}, {"one": each})} for each in notebooks]
    evidence = Evidence(SimpleNamespace(lacking={}), *ways)
    evidence.tests = {"one": ["tidy"]}
    evidence.around = {"one": Surroundings([source], [], Outline(), {"tidy": "env = 1"}, tmp_path)}
    (finding,) = look_at_broken_cells(evidence, {}, "one")
    assert ("test cells assign" in finding.why) == ("env" in source) == bool(finding.advice)


# ---- plain nbgrader next to it ------------------------------------------------------------------


@pytest.fixture
def resources(tmp_path):
    return {
        "nbgrader": {"notebook": "endless", "student": "solution-1"},
        "metadata": {"path": str(tmp_path)},
    }


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_kernel_whose_port_is_taken_is_started_again(resources, times):
    class Execute(PlainExecute):
        taken = 0

        def start_new_kernel(self, **kwargs):
            self.taken += 1
            if self.taken <= times:
                raise RuntimeError("Address already in use")
            super().start_new_kernel(**kwargs)

    nb = notebook([new_code_cell("print(1)")])
    if times == 3:
        with pytest.raises(RuntimeError, match="already in use"):
            Execute().preprocess(nb, resources)
        return
    Execute().preprocess(nb, resources)
    assert nb.cells[0].outputs[0].text == "1\n"


def test_plain_nbgrader_ends_a_cell_of_any_course_and_says_what_it_runs(
    resources, capfd, monkeypatch
):
    monkeypatch.setattr("nbjudge.adopt.plain.ENDLESS", 2)
    sources = ["import sys\nprint(1, file=sys.stderr)", "while True: pass", "print(2)"]
    nb = notebook(map(new_code_cell, sources))
    PlainExecute(timeout=None).preprocess(nb, resources)
    first, endless, last = (cell.outputs for cell in nb.cells)
    assert (first[0].name, first[0].text, last[0].text) == ("stdout", "1\n", "2\n")
    assert endless[-1].ename == "CellTimeoutError"
    said = capfd.readouterr().err
    assert said.startswith("  endless: solution-1\n") and "IPKernelApp" not in said


def test_plain_nbgrader_ends_a_cell_soon_that_nbjudge_has_interrupted(resources):
    """Its limit would be the course's: longer than a test may take."""
    nb = notebook(map(new_code_cell, ["while True: pass", "print(2)"]))
    PlainExecute(timeout=10**6, interrupted=["while True: pass"]).preprocess(nb, resources)
    endless, last = (cell.outputs for cell in nb.cells)
    assert (endless[-1].ename, last[0].text) == ("CellTimeoutError", "2\n")


@pytest.mark.parametrize(("of_the_course", "seconds"), [(None, 240), (-1, 240), (0, 240), (9, 9)])
def test_a_limit_of_the_course_holds_in_plain_nbgrader(resources, of_the_course, seconds):
    execute = PlainExecute(timeout=of_the_course)
    execute.preprocess(notebook([]), resources)
    assert execute.timeout == seconds


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
        wait_for(lambda: "Generating the release" in errors.read_text())
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 130
    said = errors.read_text().splitlines()[-1]
    assert said == "nbjudge: Interrupted. Nothing in the course was changed."
    after = {path: path.read_bytes() for path in Path(course).rglob("*") if path.is_file()}
    assert after == before
