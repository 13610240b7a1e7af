"""What students get: release/ is generated from source/, gives nothing away, and is gradable.

Oracles: a fresh `nbgrader generate_assignment`, and the points that nbgrader's own `autograde`
writes into its gradebook for the reference solutions and for the untouched release.
"""

import re
import shutil
import sys
from pathlib import Path

import nbformat
import pytest
from conftest import ASSIGNMENT, NOTEBOOKS, ROOT, run_nbgrader
from nbgrader.api import Gradebook

from nbjudge.course.scores import Submission, read_scores

# The points that the design gives to each function and each write-up.
AUTOGRADED = {
    "1-backward-hooks": {"predict_module_hook": 3, "predict_node_hook": 3},
    "2-reverse-order": {"trace_backward": 6},
    "3-autograd-graph": {"visualize_autograd_graph": 10},
    "4-visited-memory": {"shared_network": 6, "edges_without_memory": 4},
}
BY_HAND = {
    "1-backward-hooks": {"hooks_writeup": 4},
    "2-reverse-order": {"order_writeup": 4},
    "3-autograd-graph": {},
    "4-visited-memory": {},
}
NOT_WRITTEN = ("NotImplementedError", "This part is not written yet.")
REGIONS = {  # of nbgrader; one kind may lie within another
    kind: re.compile(rf"^.*### BEGIN {kind}.*\n((?:.*\n)*?).*### END {kind}.*\n", re.M)
    for kind in ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
}

EACH_NOTEBOOK = pytest.mark.parametrize(
    "notebook",
    [
        pytest.param(name, marks=getattr(pytest.mark, f"task{number}"))
        for number, name in enumerate(NOTEBOOKS, start=1)
    ],
)


def read(folder: Path, notebook: str) -> nbformat.NotebookNode:
    return nbformat.read(folder / ASSIGNMENT / f"{notebook}.ipynb", as_version=4)


def text_of(folder: Path, notebook: str) -> str:
    """The text of all cells of a notebook."""
    return "".join(cell.source + "\n" for cell in read(folder, notebook).cells)


def nbgrader_cells(notebook: nbformat.NotebookNode) -> dict[str, nbformat.NotebookNode]:
    """{grade_id: cell} of the cells that nbgrader knows."""
    return {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }


# ---- release/ is what source/ generates ------------------------------------------------------


@EACH_NOTEBOOK
def test_release_equals_a_fresh_generation(notebook, course_template):
    committed = read(ROOT / "release", notebook)
    fresh = read(course_template / "release", notebook)
    advice = f"release/ is not what source/ generates: run `make release` ({notebook})"
    assert len(committed.cells) == len(fresh.cells), advice
    for number, (old, new) in enumerate(zip(committed.cells, fresh.cells, strict=True)):
        assert old == new, f"{advice}, cell {number}"
    assert committed.metadata == fresh.metadata, advice


def test_release_holds_the_same_files_as_a_fresh_generation(course_template):
    def contents(folder):
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.suffix != ".ipynb" and "__pycache__" not in path.parts
        }

    committed = contents(ROOT / "release")
    assert "autograd/show.py" in committed
    assert committed == contents(course_template / "release")


# ---- nothing is given away --------------------------------------------------------------------


@EACH_NOTEBOOK
def test_release_holds_no_solution_hidden_test_or_mark_scheme(notebook):
    source = text_of(ROOT / "source", notebook)
    shown = source
    for region in REGIONS.values():
        shown = region.sub("", shown)
    shown_lines = {line.strip() for line in shown.splitlines()}
    released = text_of(ROOT / "release", notebook)
    released_lines = {line.strip() for line in released.splitlines()}

    regions = [(kind, text) for kind, region in REGIONS.items() for text in region.findall(source)]
    kinds = [kind for kind, _ in regions]
    assert kinds.count("SOLUTION") >= len(AUTOGRADED[notebook])
    assert kinds.count("HIDDEN TESTS") >= len(AUTOGRADED[notebook])
    assert kinds.count("MARK SCHEME") == len(BY_HAND[notebook])
    for kind, text in regions:
        secret = {line.strip() for line in text.splitlines() if line.strip()} - shown_lines
        assert secret, f"a {kind} region of {notebook} adds nothing to what is shown"
        leaked = secret & released_lines
        assert not leaked, f"the release of {notebook} holds lines of a {kind} region: {leaked}"
    assert "### BEGIN" not in released
    assert "### END" not in released


@EACH_NOTEBOOK
def test_release_needs_nothing_but_what_students_install(notebook):
    imported = set()
    for cell in read(ROOT / "release", notebook).cells:
        if cell.cell_type == "code":
            imported |= set(re.findall(r"^\s*(?:from|import) (\w+)", cell.source, re.M))
    assert imported - sys.stdlib_module_names == {"torch", "graphviz", "show"} & imported


# ---- names and points -------------------------------------------------------------------------


@EACH_NOTEBOOK
def test_grade_ids_and_points_are_those_of_the_design(notebook):
    cells = nbgrader_cells(read(ROOT / "release", notebook))
    functions, tests, written = set(), {}, {}
    for grade_id, cell in cells.items():
        about = cell.metadata.nbgrader
        if about.grade and about.solution:
            assert cell.cell_type == "markdown"
            written[grade_id] = about.points
        elif about.solution:
            functions.add(grade_id)
        elif about.grade:
            assert about.locked, f"{grade_id} is a test cell and must be locked"
            function = re.fullmatch(r"test-(\w+)-[\w-]+", grade_id)
            assert function, f"{grade_id} is not named test-<function>-<aspect>"
            tests[function[1]] = tests.get(function[1], 0) + about.points
    assert tests == AUTOGRADED[notebook]
    assert written == BY_HAND[notebook]
    assert functions - {"bring_your_own"} == set(AUTOGRADED[notebook])


def test_the_lab_has_40_points_32_of_them_autograded(course_template):
    with Gradebook(f"sqlite:///{course_template}/gradebook.db") as gradebook:
        scores = read_scores(gradebook, ASSIGNMENT)
    assert scores.max_score == 40
    assert sum(cell.max_score for cell in scores.cells if not cell.by_hand) == 32


# ---- the reference solutions and the untouched release, through nbgrader -----------------------

# nbgrader as it comes: no nbjudge, and no forgiveness for what a test cell writes to stderr.
STOCK = '\nc.pop("Autograde", None)\nc.pop("IgnorePattern", None)\n'


@pytest.fixture(scope="module", params=["stock nbgrader", "nbjudge"])
def graded(request, course_template, tmp_path_factory) -> Path:
    """A course in which `reference` and `untouched` were autograded."""
    course = tmp_path_factory.mktemp("graded") / "course"
    shutil.copytree(course_template, course)
    if request.param == "stock nbgrader":
        with (course / "nbgrader_config.py").open("a") as config:
            config.write(STOCK)
    for student in ("reference", "untouched"):
        shutil.copytree(
            course / "release" / ASSIGNMENT, course / "submitted" / student / ASSIGNMENT
        )
    for notebook in NOTEBOOKS:
        solve(course, notebook)
    run_nbgrader(course, "autograde", ASSIGNMENT)
    return course


def solve(course: Path, notebook: str) -> None:
    """Fill the solution cells of the submission `reference` with what source/ has there."""
    source = nbgrader_cells(read(course / "source", notebook))
    solved = read(course / "submitted" / "reference", notebook)
    for grade_id, cell in nbgrader_cells(solved).items():
        if cell.metadata.nbgrader.solution:
            written = cell.metadata.nbgrader.grade
            cell.source = "An answer in words." if written else source[grade_id].source
    nbformat.write(solved, course / "submitted" / "reference" / ASSIGNMENT / f"{notebook}.ipynb")


def submission(course: Path, student: str) -> Submission:
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        return read_scores(gradebook, ASSIGNMENT).submissions[student]


def errors(course: Path, student: str, notebook: str) -> dict[str, list]:
    """{grade_id or position: error outputs} of the cells of an autograded notebook that failed."""
    failed = {}
    for number, cell in enumerate(read(course / "autograded" / student, notebook).cells):
        wrong = [out for out in cell.get("outputs", []) if out.output_type == "error"]
        if wrong:
            failed[cell.metadata.get("nbgrader", {}).get("grade_id", number)] = wrong
    return failed


@EACH_NOTEBOOK
def test_reference_solutions_earn_full_points(graded, notebook):
    assert errors(graded, "reference", notebook) == {}
    reference = submission(graded, "reference")
    assert reference.task_score(notebook) == sum(AUTOGRADED[notebook].values())
    waiting = {cell.name for cell in reference.pending if cell.notebook == notebook}
    assert waiting == set(BY_HAND[notebook])


@EACH_NOTEBOOK
def test_the_untouched_release_earns_nothing(graded, notebook):
    untouched = submission(graded, "untouched")
    assert untouched.task_score(notebook) == 0
    assert untouched.pending == []


@EACH_NOTEBOOK
def test_the_untouched_release_fails_with_the_intended_messages(graded, notebook):
    failed = errors(graded, "untouched", notebook)
    cells = nbgrader_cells(read(ROOT / "release", notebook))
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
