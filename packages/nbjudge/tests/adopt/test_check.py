"""`nbjudge check` finds, before the class, every test cell that a student would be surprised by."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import run_nbgrader, run_nbjudge
from small_courses import COURSES, make_course, needs, shared_cells

from nbjudge.adopt.check import check
from nbjudge.adopt.edits import write_changes
from nbjudge.adopt.findings import CheckReport
from nbjudge.adopt.print_report import report_lines
from nbjudge.adopt.trial import RELEASE, SOLUTION, Trial
from nbjudge.cli import load_course
from nbjudge.course.cell_kinds import TAG, tagged_cells
from nbjudge.plugins.execute import JudgeExecute

# By day each cause is a case of test_causes.py and test_forms.py.
CORPUS = ("example", pytest.param("causes", marks=pytest.mark.soak))


@dataclass
class Checked:
    """A small course after `nbjudge check --write`, and what it found."""

    course: Path
    name: str
    report: CheckReport
    files: list[Path]


@pytest.fixture(scope="module", params=CORPUS)
def checked(request, tmp_path_factory) -> Checked:
    course = make_course(tmp_path_factory.mktemp("checked") / "course", COURSES / request.param)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(course)
        report = check(*load_course(request.param, []), workers=2, runs=1)
    made = [COURSES / request.param / f"{name}.py" for name in report.cells]
    for notebook in report.cells:
        cells = [found.cell for found in report.findings if found.notebook == notebook]
        tagged = [f.cell for f in report.findings if f.tag and f.notebook == notebook]
        assert set(tagged) <= set(cells)
        imports = {f.cell: f.imports for f in report.surprises if f.notebook == notebook}
        write_changes(course / "source" / request.param / f"{notebook}.ipynb", tagged, imports)
    return Checked(course, request.param, report, made)


def test_the_tags_are_on_the_cells_that_no_judge_outside_can_judge(checked):
    """Every other cell of the corpus has the same points without a tag."""
    print("\n".join(report_lines(checked.report)))
    for path in checked.files:
        source = checked.course / "source" / checked.name / f"{path.stem}.ipynb"
        assert set(tagged_cells(source)) == set(shared_cells(path)), path.stem


def test_nothing_is_left_to_mend_once_the_tags_are_written(checked):
    assert [finding.what for finding in checked.report.left] == []


def test_with_the_tags_the_solution_has_all_points_and_the_release_none(checked, tmp_path):
    """So it is in stock nbgrader, or there would be something left to mend."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(checked.course)
        trial = Trial(*load_course(checked.name, []), tmp_path)
    way = trial.grade("again", JudgeExecute)
    solution, release = (way[what][0].outcomes for what in (SOLUTION, RELEASE))
    full = {
        (name, cell): trial.definition.notebooks[name].cells[cell].max_score
        for name, cell in solution
    }
    assert len(full) == sum(checked.report.cells.values())
    assert {key: outcome.points for key, outcome in solution.items()} == full
    assert {outcome.points for outcome in release.values()} == {0.0}


def test_the_corpus_is_there_in_full():
    """Where pandas or SciPy is missing, a part of the corpus would be left out unseen."""
    needed = {name for path in COURSES.rglob("*.py") for name in needs(path)}
    assert needed == {"pandas", "scipy", "matplotlib"}
    for name in needed:
        pytest.importorskip(name)


@pytest.fixture(scope="module")
def surprises(tmp_path_factory):
    """The finished `nbjudge check` of a course with a test cell for each thing to find."""
    course = make_course(tmp_path_factory.mktemp("surprises") / "course", COURSES / "surprises")
    before = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    finished = run_nbjudge(course, "check", "surprises")
    after = {path: path.read_bytes() for path in course.rglob("*") if path.is_file()}
    assert before == after, "check has changed the course"
    return finished


@pytest.mark.parametrize(
    "sentence",
    [
        "solution_fails: the solution gets 0 of 2 in nbgrader itself",
        "passes_always: the untouched release gets 1 of 1",
        "passes_in_part: the untouched release gets 1 of 4",
        "worth_nothing: the solution fails in nbgrader itself",
        "note: points, passed_by_nan: a function that returns nothing of value gets 1 of 1 for NaN",
        "flaky: is flaky: the solution gets 1, 0, 1 of 1 in 3 runs of stock nbgrader",
        "note: points, warns: the solution gets 0 of 1 in stock nbgrader and 1 in nbjudge",
        "surprises: 5 things to mend before the class.",
    ],
)
def test_what_would_surprise_a_student_is_said(surprises, sentence):
    assert sentence in surprises.stdout, surprises.stdout + surprises.stderr


def test_the_exit_code_says_that_there_is_something(surprises):
    assert surprises.returncode == 3
    assert "right" not in [line.split(":")[0] for line in surprises.stdout.splitlines()]


def test_it_says_what_it_does_and_nothing_that_is_not_so(surprises):
    """The course has not turned a sandbox off, and no kernel of ours listens to others."""
    assert "  points: the solution, run 2\n" in surprises.stderr
    assert "without a sandbox" not in surprises.stderr
    assert "WARNING" not in surprises.stderr


def test_a_notebook_in_another_language_is_refused(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    path = course / "source" / "example" / "problem2.ipynb"
    notebook = json.loads(path.read_text())
    notebook["metadata"]["kernelspec"] = {"name": "ir", "display_name": "R", "language": "R"}
    path.write_text(json.dumps(notebook))
    run_nbjudge(course, "init")
    finished = run_nbjudge(course, "check", "example")
    assert finished.returncode == 2
    assert finished.stderr.endswith(
        "problem2.ipynb is for a kernel of R, and nbjudge judges Python alone: grade this "
        "assignment with nbgrader's own Execute.\n"
    )
    run_nbgrader(course, "generate_assignment", "example")
    shutil.copytree(course / "release" / "example", course / "submitted" / "ann" / "example")
    finished = run_nbjudge(course, "grade", "example")
    assert finished.returncode == 2 and "problem2.ipynb is for a kernel of R" in finished.stderr
    assert not (course / "autograded").exists()


def test_its_scratch_gradebook_does_not_wait_for_alembic(tmp_path, monkeypatch):
    course = make_course(tmp_path / "course", COURSES / "example")
    called = []
    monkeypatch.setattr("nbgrader.api.get_alembic_version", lambda: called.append(1) or "0")
    monkeypatch.chdir(course)
    (tmp_path / "trial").mkdir()
    trial = Trial(*load_course("example", []), tmp_path / "trial")
    assert trial.definition.notebooks and not called


def test_an_assignment_that_is_not_there(tmp_path):
    course = make_course(tmp_path / "course", COURSES / "example")
    finished = run_nbjudge(course, "check", "ps9")
    assert finished.returncode == 2
    assert "There is no notebook in" in finished.stderr and "Traceback" not in finished.stderr


@pytest.mark.soak
def test_nbgraders_own_example_course(tmp_path):
    """The course that `nbgrader quickstart` writes, as anybody will try it first."""
    run_nbgrader(tmp_path, "quickstart", "demo")
    course = tmp_path / "demo"
    assert run_nbjudge(course, "init").returncode == 0
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 3, finished.stderr
    assert "puts the tag nbjudge:shared on 1." in finished.stdout
    assert "TCP" not in finished.stderr and "without a sandbox" not in finished.stderr
    finished = run_nbjudge(course, "check", "ps1", "--write")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "ps1: nothing is left to mend." in finished.stdout
    path = course / "source" / "ps1" / "problem1.ipynb"
    assert set(tagged_cells(path)) == {"sum_of_squares_uses_squares"}
    finished = run_nbjudge(course, "check", "ps1")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "nothing here would surprise a student (4 test cells)" in finished.stdout


@pytest.mark.parametrize("indent", [1, 2, None])
def test_a_tag_is_all_that_changes_in_a_notebook(tmp_path, indent):
    course = make_course(tmp_path / "course", COURSES / "example")
    path = course / "source" / "example" / "problem1.ipynb"
    notebook = json.loads(path.read_text())
    notebook["cells"][1]["source"] += "# naïve"
    path.write_text(json.dumps(notebook, indent=indent, ensure_ascii=False) + "\n")
    name = "total_calls_cubes"
    assert (
        write_changes(path, [name], {}) == [f"{name}: the tag {TAG}"]
        and write_changes(path, [name], {}) == []
    )
    text = path.read_text()
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == name:
            cell["metadata"]["tags"] = [TAG]
    assert text == json.dumps(notebook, indent=indent, ensure_ascii=False) + "\n"


def test_the_tag_of_a_submission_is_not_believed(tmp_path):
    """A cell is shared if the instructor's notebook says so, and not if a student's does."""
    course = make_course(tmp_path / "course", COURSES / "example")
    run_nbjudge(course, "init")
    run_nbgrader(course, "generate_assignment", "example")
    folder = course / "submitted" / "ann" / "example"
    shutil.copytree(course / "release" / "example", folder)
    write_changes(folder / "problem1.ipynb", ["correct_cubes", "total_calls_cubes"], {})
    write_changes(course / "source" / "example" / "problem1.ipynb", ["total_calls_cubes"], {})
    record = course / "autograded" / "ann" / "example" / "nbjudge.json"
    run_nbjudge(course, "grade", "example")
    assert json.loads(record.read_text())["notebooks"]["problem1"]["shared"] == [
        "total_calls_cubes"
    ]
    run_nbgrader(course, "autograde", "example", "--force")
    path = course / "autograded" / "ann" / "example" / "problem1.ipynb"
    assert json.loads(path.read_text())["metadata"]["nbjudge"]["shared"] == ["total_calls_cubes"]
