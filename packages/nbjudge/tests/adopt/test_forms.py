"""Test cells of other people's courses get plain nbgrader's points here, after a trial and tags.

A file in `tests/adopt/courses/forms/` is a notebook with the forms of cells that real courses have,
and with wrong answers. Lines that begin with ``# %%`` begin a cell:

- ``# %% given`` and ``# %% solution NAME``, and ``# %% student NAME`` for a cell of no kind,
- ``# %% test NAME``: a test cell that needs no tag. The reference passes it.
- ``# %% in_process NAME`` and ``# %% with_all_tests NAME``: a test cell that gets the tag in a
  trial, and one that gets both tags. The reference passes these, too.
- ``# %% wrong SOLUTION NAME: TEST TEST`` a wrong answer, which goes after the cell SOLUTION, and
  the test cells that it fails: these and no others.

That plain nbgrader agrees is a long test, and so is that answers with small mistakes fail the same
test cells in both.
"""

import re
from dataclasses import dataclass, replace

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from nbisolate import Cell, ForkServer, Limits, Outline, run_notebook
from nbisolate.cells import read_cell, read_given
from nbjudge.mutants import mutants
from nbjudge_testing.small_courses import COURSES

FORMS = COURSES / "forms"
FILES = sorted(FORMS.glob("*.py"))
CELL = re.compile(r"^# %% (.*)\n", re.MULTILINE)
# In the order of the trial, as in adopt/find_tags.py.
TESTS = ("test", "in_process", "with_all_tests")
KINDS = {"test": "test", "in_process": "in-process", "with_all_tests": "in-process"}
MUTANTS = 6  # of each solution


@dataclass
class Form:
    """A cell: its kind, its name and its source."""

    kind: str
    name: str
    source: str


def read_forms(path):
    """The cells of a file, and its wrong answers: a solution's name, what fails, and the source."""
    _, *parts = CELL.split(path.read_text())
    cells, wrong = [], {}
    for head, source in zip(parts[::2], parts[1::2], strict=True):
        kind, _, rest = head.partition(" ")
        if kind == "wrong":
            names, _, fails = rest.partition(":")
            solution, name = names.split()
            wrong[name] = (solution, set(fails.split()), source)
        else:
            cells.append(Form(kind, rest, source))
    return cells, wrong


def answered(cells, solution, source):
    """The cells with a wrong answer after the right one."""
    return [
        Form(cell.kind, cell.name, cell.source + "\n\n" + source) if cell.name == solution else cell
        for cell in cells
    ]


def failing(cells, all_outputs):
    """The names of the test cells that end with an error."""
    return {
        cell.name
        for cell, outputs in zip(cells, all_outputs, strict=True)
        if cell.kind in TESTS and any(output["output_type"] == "error" for output in outputs)
    }


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["numpy", "pandas", "sympy"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run cells in two processes; return the names of the test cells that fail."""
    tmp_path.chmod(0o755)

    def judge(cells, reference):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
            for path in FORMS.glob("*.beside"):
                (tmp_path / name / f"{path.stem}.py").write_text(path.read_text())
        given = [
            (cell.source, cell.kind != "given") for cell in reference if cell.kind not in TESTS
        ]
        order = [
            read_cell(cell.source, cell.source if cell.kind in TESTS else None)
            for cell in reference
        ]
        run = run_notebook(
            cells=[Cell(cell.source, KINDS.get(cell.kind, "student")) for cell in cells],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
            outline=Outline(read_given(given), order),
            with_all_tests=any(cell.kind == "with_all_tests" for cell in cells),
        )
        return failing(cells, run.outputs)

    return judge


def plain(cells, folder):
    """Run cells in one kernel; return the names of the test cells that fail."""
    for path in FORMS.glob("*.beside"):
        (folder / f"{path.stem}.py").write_text(path.read_text())
    notebook = new_notebook(cells=[new_code_cell(cell.source) for cell in cells])
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(
        notebook,
        timeout=60,
        interrupt_on_timeout=True,  # a mutant may go on for ever
        allow_errors=True,
        kernel_name="python3",
        resources=place,
    )
    client.execute()
    return failing(cells, [cell.outputs for cell in notebook.cells])


def try_tags(cells, wrong, judge):
    """Tag the test cells that end otherwise than in plain nbgrader; return the cells."""
    probes = {"right": (cells, set())}
    probes |= {name: (answered(cells, *pair[::2]), pair[1]) for name, pair in wrong.items()}
    kinds = {cell.name: "test" for cell in cells if cell.kind in TESTS}
    while True:
        tagged = {
            name: [replace(cell, kind=kinds.get(cell.name, cell.kind)) for cell in answers]
            for name, (answers, _) in probes.items()
        }
        ends = {name: judge(answers, tagged["right"]) for name, answers in tagged.items()}
        differ = set[str]().union(*(ends[name] ^ fails for name, (_, fails) in probes.items()))
        if not differ:
            return tagged["right"]
        for name in differ:
            assert kinds[name] != "with_all_tests", f"{name} differs with both tags"
            kinds[name] = TESTS[TESTS.index(kinds[name]) + 1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_after_a_trial_and_tags_nothing_differs(path, judge):
    """Neither right answers nor wrong ones; and the tags are those that the file says."""
    cells, wrong = read_forms(path)
    assert wrong and try_tags(cells, wrong, judge) == cells


@pytest.mark.soak
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_plain_nbgrader_agrees(path, tmp_path):
    cells, wrong = read_forms(path)
    assert plain(cells, tmp_path) == set()
    found = {name: plain(answered(cells, *pair[::2]), tmp_path) for name, pair in wrong.items()}
    assert found == {name: fails for name, (_, fails, _) in wrong.items()}


@pytest.mark.soak
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_answers_with_a_small_mistake_fail_what_they_fail_in_plain_nbgrader(path, judge, tmp_path):
    cells, _ = read_forms(path)
    folder = tmp_path / "plain"
    folder.mkdir()
    compared, different = 0, {}
    for number, cell in enumerate(cells):
        found = mutants(cell.source) if cell.kind == "solution" else []
        for source in found[:: max(1, len(found) // MUTANTS)]:
            changed = list(cells)
            changed[number] = Form(cell.kind, cell.name, source)
            fails = judge(changed, cells), plain(changed, folder)
            compared += 1
            if fails[0] != fails[1]:
                different[source] = fails
    print(f"{path.stem}: {compared} mutants compared, {len(different)} differ")
    assert compared >= MUTANTS and not different
