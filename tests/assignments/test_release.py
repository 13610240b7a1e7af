"""What students get: release/ is generated from source/, gives nothing away, and is gradable.

Oracles: a fresh `nbgrader generate_assignment`, and the points that nbgrader's own `autograde`
writes into its gradebook for the reference solutions and for the untouched release.
"""

import ast
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from course import Assignment, Task, deleted, read_assignments
from nbgrader.api import Gradebook
from support.paths import ROOT

from nbjudge import Submission, read_scores
from nbjudge_testing.commands import run_nbgrader

ASSIGNMENTS = read_assignments()
# What the designs fix: names of the functions with their points, and the points of the write-ups.
DESIGN = {
    "primer": {
        "1-tensors-that-remember": ({"predict_flags": 3, "stop_gradient": 2}, 0),
        "2-backward": ({"predict_grads": 2, "jacobian": 2, "descend": 2}, 0),
        "3-graphs-on-the-fly": (
            {"four_weights": 1, "second_backward_fails": 1, "loop_grad": 1},
            0,
        ),
        "4-where-is-backward": ({"Silu": 3, "ScaleGradient": 1}, 0),
        "5-training": ({"train_epoch": 2, "step_in_parts": 1, "validate": 2}, 0),
        "6-training-that-goes-wrong": ({"train_online": 2, "diagnoses": 4}, 0),
    },
    "autograd": {
        "1-backward-hooks": ({"predict_module_hook": 3, "predict_node_hook": 3}, 4),
        "2-reverse-order": ({"trace_backward": 6}, 4),
        "3-autograd-graph": ({"visualize_autograd_graph": 10}, 0),
        "4-visited-memory": ({"shared_network": 6, "edges_without_memory": 4}, 0),
        "5-run-the-graph": ({"run_backward": 10}, 0),
    },
    "simple-grad": {
        "1-tape": ({"add": 2, "grad": 8}, 0),
        "2-operators": (
            {"expand_to": 2, "sum_to": 2, "matmul": 2, "relu": 2, "numeric_grad": 2},
            0,
        ),
        "3-twice": (
            {"second_gradients": 2, "exp": 2, "hvp": 3, "jvp": 2},
            0,
        ),
        "4-aggregates": ({"fused": 6, "checkpoint": 4}, 0),
        "5-compiler": ({"needed": 3, "compile_tape": 4, "jit": 2}, 0),
        "6-one-node": ({"cut": 2, "aggregate": 4}, 0),
    },
}
SENTENCE = "This part is not written yet. When it is, delete this line."
NOT_WRITTEN = ("NotImplementedError", SENTENCE)
REGIONS = {  # of nbgrader; one kind may lie within another
    kind: re.compile(rf"^.*### BEGIN {kind}.*\n((?:.*\n)*?).*### END {kind}.*\n", re.M)
    for kind in ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
}

EACH_ASSIGNMENT = pytest.mark.parametrize("assignment", ASSIGNMENTS.values(), ids=lambda a: a.name)
EACH_NOTEBOOK = pytest.mark.parametrize(
    ("assignment", "task"),
    [
        pytest.param(a, task, marks=getattr(pytest.mark, task.mark), id=f"{a.name}/{task.name}")
        for a in ASSIGNMENTS.values()
        for task in a.tasks
    ],
)


def read(folder: Path, assignment: Assignment, task: Task) -> nbformat.NotebookNode:
    return nbformat.read(folder / assignment.name / f"{task.name}.ipynb", as_version=4)


def text_of(folder: Path, assignment: Assignment, task: Task) -> str:
    """The text of all cells of a notebook."""
    return "".join(cell.source + "\n" for cell in read(folder, assignment, task).cells)


def nbgrader_cells(notebook: nbformat.NotebookNode) -> dict[str, nbformat.NotebookNode]:
    """{grade_id: cell} of the cells that nbgrader knows."""
    return {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }


# ---- release/ is what source/ generates ------------------------------------------------------


@EACH_NOTEBOOK
def test_release_equals_a_fresh_generation(assignment, task, templates):
    committed = read(ROOT / "release", assignment, task)
    fresh = read(templates(assignment.name) / "release", assignment, task)
    advice = f"release/ is not what source/ generates: run `make release` ({task.name})"
    assert len(committed.cells) == len(fresh.cells), advice
    for number, (old, new) in enumerate(zip(committed.cells, fresh.cells, strict=True)):
        assert old == new, f"{advice}, cell {number}"
    assert committed.metadata == fresh.metadata, advice


@EACH_ASSIGNMENT
def test_release_holds_the_same_files_as_a_fresh_generation(assignment, templates):
    def contents(folder):
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.suffix != ".ipynb" and "__pycache__" not in path.parts
        }

    committed = contents(ROOT / "release" / assignment.name)
    assert "lab/show.py" in committed
    assert committed == contents(templates(assignment.name) / "release" / assignment.name)


# ---- nothing is given away --------------------------------------------------------------------


def test_a_picture_that_a_notebook_wrote_in_source_is_not_released(course):
    """Notebook 3 writes the drawing of an answer."""
    (course / "source/autograd/my-network.svg").write_text("<svg/>")
    run_nbgrader(course, "generate_assignment", "autograd", "--force")
    release = course / "release/autograd"
    assert (release / "3-autograd-graph.ipynb").is_file()
    assert [*release.rglob("*.svg")] == []


@EACH_NOTEBOOK
def test_release_holds_no_solution_hidden_test_or_mark_scheme(assignment, task):
    source = text_of(ROOT / "source", assignment, task)
    shown = source
    for region in REGIONS.values():
        shown = region.sub("", shown)
    shown_lines = {line.strip() for line in shown.splitlines()}
    released = text_of(ROOT / "release", assignment, task)
    released_lines = {line.strip() for line in released.splitlines()}

    regions = [(kind, text) for kind, region in REGIONS.items() for text in region.findall(source)]
    kinds = [kind for kind, _ in regions]
    assert kinds.count("SOLUTION") >= len(task.functions)
    assert kinds.count("HIDDEN TESTS") >= len(task.functions)
    assert kinds.count("MARK SCHEME") == len(task.by_hand)
    for kind, text in regions:
        secret = {line.strip() for line in text.splitlines() if line.strip()} - shown_lines
        assert secret, f"a {kind} region of {task.name} adds nothing to what is shown"
        leaked = secret & released_lines
        assert not leaked, f"the release of {task.name} holds lines of a {kind} region: {leaked}"
    assert "### BEGIN" not in released
    assert "### END" not in released


@EACH_NOTEBOOK
def test_release_needs_nothing_but_what_students_install(assignment, task):
    imported = set()
    for cell in read(ROOT / "release", assignment, task).cells:
        if cell.cell_type == "code":
            imported |= set(re.findall(r"^\s*(?:from|import) (\w+)", cell.source, re.M))
    # functorch lies in the wheel of torch.
    installed = {"torch", "functorch", "graphviz", "IPython"}
    assert imported - sys.stdlib_module_names <= installed | {"lab"}


# ---- names and points -------------------------------------------------------------------------


@EACH_NOTEBOOK
def test_cells_that_are_graded_have_the_form_that_the_tests_of_the_course_rely_on(assignment, task):
    for grade_id, cell in nbgrader_cells(read(ROOT / "release", assignment, task)).items():
        about = cell.metadata.nbgrader
        if about.grade and about.solution:
            assert cell.cell_type == "markdown"
        elif about.grade:
            assert about.locked, f"{grade_id} is a test cell and must be locked"
            function = re.fullmatch(r"test-(\w+)-[\w-]+", grade_id)
            assert function, f"{grade_id} is not named test-<function>-<aspect>"
            assert function[1] in task.functions, f"{grade_id} tests no solution cell"


@EACH_ASSIGNMENT
def test_names_and_points_are_those_of_the_design(assignment):
    found = {task.name: (task.functions, sum(task.by_hand.values())) for task in assignment.tasks}
    design = DESIGN[assignment.name].items()
    assert found == {name: points for name, points in design if name not in deleted()}


@EACH_ASSIGNMENT
def test_the_gradebook_has_the_points_of_the_sources(assignment, templates):
    with Gradebook(f"sqlite:///{templates(assignment.name)}/gradebook.db") as gradebook:
        scores = read_scores(gradebook, assignment.name)
    assert scores.tasks == {task.name: task.points for task in assignment.tasks}


# A notebook says how many checks run when it is graded, and how many of them are shown.
SAID = [
    r"graded, (?P<graded>\w+) checks( with points)? run: the (?P<shown>\w+) you can see\b[^.]*?"
    r"(, and (?P<hidden>\w+) you can't see\b[^.]*)?\.",
    r"graded, the (?P<graded>\w+) checks (above run more cases|you can see run again)",
]
WORDS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


@EACH_NOTEBOOK
def test_the_text_says_how_many_checks_are_run_when_graded(assignment, task):
    notebook = read(ROOT / "release", assignment, task)
    cells = nbgrader_cells(notebook).items()
    checks = [
        cell.source
        for _, cell in cells
        if cell.cell_type == "code" and cell.metadata.nbgrader.get("points")
    ]
    without_points = [
        name
        for name, cell in cells
        if cell.metadata.nbgrader.get("points") == 0
        and not name.endswith("-tools")
        and ast.parse(cell.source).body
    ]
    shown = sum(bool(ast.parse(source).body) for source in checks)  # as Validate counts them
    right = {"graded": len(checks), "shown": shown, "hidden": len(checks) - shown}

    prose = " ".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = [re.search(form, " ".join(prose.split())) for form in SAID]
    said = [match.groupdict() for match in found if match]
    assert len(said) == 1, f"{task.name} should say once how many checks are run when graded"
    numbers = {
        name: int(word) if word.isdigit() else WORDS.index(word.lower())
        for name, word in said[0].items()
        if word
    }
    assert numbers == {name: right[name] for name in numbers}
    assert shown == len(checks) or {"shown", "graded"} <= set(numbers)
    assert bool(without_points) == ("checks with points run" in " ".join(prose.split()))


# ---- the reference solutions and the untouched release, through nbgrader -----------------------

# nbgrader as it comes: no nbjudge, and no forgiveness for what a test cell writes to stderr.
STOCK = '\nc.pop("Autograde", None)\nc.pop("IgnorePattern", None)\n'


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("nbjudge", marks=pytest.mark.reference),
        pytest.param("plain nbgrader", marks=pytest.mark.soak),
    ],
)
def graded(request, templates, tmp_path_factory) -> Callable[[Assignment], Path]:
    """Gives a course in which `reference` and `untouched` of an assignment were autograded.

    Only those notebooks are submitted that this run of pytest asks for, for example with
    `-m task3`: plain nbgrader takes ten seconds for each.
    """
    asked = [
        item.callspec.params["task"]
        for item in request.session.items
        if item.path == request.path and "graded" in item.fixturenames
    ]
    if request.param == "nbjudge":
        request.getfixturevalue("sandbox")
    done: dict[str, Path] = {}

    def grade(assignment: Assignment) -> Path:
        if assignment.name in done:
            return done[assignment.name]
        course = tmp_path_factory.mktemp("graded") / "course"
        shutil.copytree(templates(assignment.name), course)
        if request.param == "plain nbgrader":
            with (course / "nbgrader_config.py").open("a") as config:
                config.write(STOCK)
        release = course / "release" / assignment.name
        left_out = [f"{task.name}.ipynb" for task in assignment.tasks if task not in asked]
        for student in ("reference", "untouched"):
            shutil.copytree(
                release,
                course / "submitted" / student / assignment.name,
                ignore=shutil.ignore_patterns(*left_out),
            )
        for task in assignment.tasks:
            if task in asked:
                solve(course, assignment, task)
        run_nbgrader(course, "autograde", assignment.name)
        return done.setdefault(assignment.name, course)

    return grade


def solve(course: Path, assignment: Assignment, task: Task) -> None:
    """Fill the solution cells of the submission `reference` with what source/ has there."""
    source = nbgrader_cells(read(course / "source", assignment, task))
    submitted = course / "submitted" / "reference"
    solved = read(submitted, assignment, task)
    for grade_id, cell in nbgrader_cells(solved).items():
        if cell.metadata.nbgrader.solution:
            written = cell.metadata.nbgrader.grade
            cell.source = "An answer in words." if written else source[grade_id].source
    nbformat.write(solved, submitted / assignment.name / f"{task.name}.ipynb")


def submission(course: Path, assignment: Assignment, student: str) -> Submission:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return read_scores(gradebook, assignment.name).submissions[student]


def errors(course: Path, assignment: Assignment, task: Task, student: str) -> dict[str, list]:
    """{grade_id or position: error outputs} of the cells of an autograded notebook that failed."""
    failed = {}
    for number, cell in enumerate(read(course / "autograded" / student, assignment, task).cells):
        wrong = [out for out in cell.get("outputs", []) if out.output_type == "error"]
        if wrong:
            failed[cell.metadata.get("nbgrader", {}).get("grade_id", number)] = wrong
    return failed


@EACH_NOTEBOOK
def test_reference_solutions_earn_full_points(graded, assignment, task):
    course = graded(assignment)
    reference = submission(course, assignment, "reference")
    failed = errors(course, assignment, task, "reference")
    said = [f"{name}: {error.evalue}" for name, wrong in failed.items() for error in wrong]
    full, earned = sum(task.functions.values()), reference.task_score(task.name)
    assert earned == full, "\n".join([f"{full - earned} of {full} points are lost", *said])
    assert not said, "\n".join(said)
    waiting = {cell.name for cell in reference.pending if cell.notebook == task.name}
    assert waiting == set(task.by_hand)


@EACH_NOTEBOOK
def test_the_untouched_release_earns_nothing(graded, assignment, task):
    untouched = submission(graded(assignment), assignment, "untouched")
    assert untouched.task_score(task.name) == 0


@pytest.mark.parametrize("graded", ["nbjudge"], indirect=True)
@EACH_NOTEBOOK
def test_nobody_has_to_grade_an_untouched_answer(graded, assignment, task):
    untouched = submission(graded(assignment), assignment, "untouched")
    assert [cell for cell in untouched.pending if cell.notebook == task.name] == []


@pytest.mark.parametrize("graded", ["nbjudge"], indirect=True)
@EACH_NOTEBOOK
def test_the_untouched_release_fails_with_the_intended_messages(graded, assignment, task):
    failed = errors(graded(assignment), assignment, task, "untouched")
    cells = nbgrader_cells(read(ROOT / "release", assignment, task))
    tests = {
        name
        for name, cell in cells.items()
        if cell.metadata.nbgrader.get("points", 0) and not cell.metadata.nbgrader.solution
    }
    assert tests
    assert tests <= set(failed)
    for name in tests:
        (error,) = failed[name]
        assert (error.ename, error.evalue) == NOT_WRITTEN, f"{name}: {error.ename}: {error.evalue}"
