"""What a student does beside the answers costs no points.

Three perfect submissions of each assignment: one without the imports that its own cells do not
need, one whose helpers have names of the tools, and one that makes errors of all warnings. Oracle:
the gradebook.
"""

import ast
import json
import re
import shutil
from collections.abc import Iterator

import pytest
from course import deleted, read_assignments
from nbgrader.api import Gradebook
from support.paths import ROOT

from nbjudge import read_scores
from nbjudge_testing.commands import run_nbgrader

ASSIGNMENTS = read_assignments()
REGION = re.compile(
    r"^ *### BEGIN (HIDDEN TESTS|SOLUTION)\n|^ *### END (HIDDEN TESTS|SOLUTION)\n?", re.M
)
# What a student might define in a solution cell, {function: the names of helpers}.
HELPERS = {
    "stop_gradient": ["report", "watch_stop_gradient"],
    "descend": ["watch", "watch_calls", "call_by_hand"],
    "train_online": ["run", "ask"],
    "Silu": ["apply", "hooked", "watch_function"],
    "validate": ["report", "network"],
    "predict_module_hook": ["ask", "without_autograd", "layer_of"],
    "trace_backward": ["ask", "hooked", "expected"],
    "visualize_autograd_graph": ["read", "real_graph"],
    "edges_without_memory": ["ask", "walk"],
    "run_backward": ["check_run", "doubling"],
    "grad": ["try_operator", "install", "check_none"],
    "matmul": ["apply", "entries"],
    "second_gradients": ["squared_norm", "run"],
    "fused": ["squared_norm", "aggregate"],
    "compile_tape": ["run_compiled", "entries_of"],
    "jit": ["run", "counted"],
}


def solved(assignment, notebook, change):
    """The text of a released notebook with the reference solutions; `change` changes its cells."""
    source = json.loads((ROOT / f"source/{assignment}/{notebook}.ipynb").read_text())
    solutions = {
        cell["id"]: REGION.sub("", "".join(cell["source"]))
        for cell in source["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    released = json.loads((ROOT / f"release/{assignment}/{notebook}.ipynb").read_text())
    cells = [cell for cell in released["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        cell["source"] = solutions.get(cell["id"], "".join(cell["source"]))
    change(cells)
    return json.dumps(released)


def without_unused(cells):
    """Take the imports away that no cell of the student's own needs: only test cells do."""
    own = [cell for cell in cells if not cell["metadata"].get("nbgrader", {}).get("grade")]
    used = {name for cell in own for name in names_in(ast.parse(cell["source"]))}
    (imports,) = [cell for cell in own if cell["id"] == "imports"]
    tree = ast.parse(imports["source"])
    for line in [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]:
        line.names = [each for each in line.names if (each.asname or each.name) in used]
        if not line.names:
            tree.body.remove(line)
    imports["source"] = ast.unparse(tree)


def names_in(tree: ast.AST) -> Iterator[str]:
    """The names that a tree reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id


def with_helpers(cells):
    """Define helpers with names of the tools, before an answer."""
    for cell in cells:
        helpers = HELPERS.get(cell["id"], [])
        cell["source"] = "".join(f"def {name}(): ...\n\n\n" for name in helpers) + cell["source"]


def strict(cells):
    """Make errors of all warnings, in each cell of the student's that is a solution."""
    for cell in cells:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = f"import warnings\n\nwarnings.simplefilter('error')\n{cell['source']}"


STUDENTS = {"tidied": without_unused, "helpers": with_helpers, "strict": strict}


@pytest.fixture(scope="module", params=ASSIGNMENTS)
def graded(request, templates, tmp_path_factory, sandbox):
    """An assignment, and the points of the submissions by student and notebook."""
    assignment = ASSIGNMENTS[request.param]
    course = tmp_path_factory.mktemp("beside") / "course"
    shutil.copytree(templates(assignment.name), course)
    for student, change in STUDENTS.items():
        folder = course / "submitted" / student / assignment.name
        folder.mkdir(parents=True)
        for notebook in assignment.notebooks:
            (folder / f"{notebook}.ipynb").write_text(solved(assignment.name, notebook, change))
    run_nbgrader(course, "autograde", assignment.name)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        found = read_scores(gradebook, assignment.name).submissions
    points = {
        student: {name: found[student].task_score(name) for name in assignment.notebooks}
        for student in STUDENTS
    }
    return assignment, points


def test_each_helper_has_its_answer():
    functions = {name for assignment in ASSIGNMENTS.values() for name in assignment.functions}
    assert set(HELPERS) - set(deleted()) <= functions


@pytest.mark.soak
@pytest.mark.parametrize("student", STUDENTS)
def test_no_point_hangs_on_what_a_student_does_beside_the_answers(student, graded):
    assignment, points = graded
    autograded = {task.name: sum(task.functions.values()) for task in assignment.tasks}
    assert points[student] == autograded
