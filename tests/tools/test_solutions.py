"""solutions.py: model answers for who learns alone. Oracle: the release of nbgrader."""

import datetime
import json
import re
import shutil
import subprocess
import sys

import pytest
from course import read_assignments
from nbgrader.api import Gradebook
from support.paths import ROOT

ASSIGNMENTS = read_assignments()


@pytest.fixture(scope="module")
def solutions(tmp_path_factory):
    """The folder of model answers."""
    folder = tmp_path_factory.mktemp("solutions")
    subprocess.run([sys.executable, ROOT / "tools/students/solutions.py", folder], check=True)
    return folder


def cells(path):
    return {cell["id"]: cell for cell in json.loads(path.read_text("utf-8"))["cells"]}


@pytest.mark.parametrize(
    ("assignment", "name"),
    [(a.name, name) for a in ASSIGNMENTS.values() for name in a.notebooks],
    ids=str,
)
def test_solution_cells_are_filled_and_all_others_are_those_of_the_release(
    assignment, name, solutions
):
    given = cells(ROOT / "release" / assignment / f"{name}.ipynb")
    answers = cells(solutions / assignment / f"{name}.ipynb")
    assert set(answers) == set(given)
    filled = 0
    for number, cell in answers.items():
        text, released = "".join(cell["source"]), "".join(given[number]["source"])
        assert "### BEGIN" not in text and "### END" not in text
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            assert "NotImplementedError" not in text and "YOUR " not in text and text != released
            filled += 1
        else:
            # Only the release has the line on the order of assignments.
            released = re.sub(r"^\*Assignment \d of \d: .*\*\n\n", "", released, flags=re.M)
            assert text.split() == released.split(), number
    assert filled


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_files_beside_the_notebooks_are_there(assignment, solutions):
    def modules(folder):
        lab = folder / assignment / "lab"
        return {path.relative_to(lab).as_posix() for path in lab.rglob("*.py")}

    released = modules(ROOT / "release")
    assert modules(solutions) == released
    assert {"show.py", "drawing/draw.py", "checks/by_hand.py"} <= released


@pytest.fixture
def course(tmp_path):
    """A copy of what the tools read, with a gradebook of the lab."""
    for name in ("source", "tools", "release"):
        shutil.copytree(ROOT / name, tmp_path / name)
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as gradebook:
        gradebook.add_assignment("autograd")
    return tmp_path


def write_solutions(course):
    command = [sys.executable, course / "tools/students/solutions.py", course / "answers"]
    return subprocess.run(command, capture_output=True, text=True)


def test_model_answers_wait_for_the_last_due_date(course):
    assert write_solutions(course).returncode == 0  # there is no due date
    shutil.rmtree(course / "answers")
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.find_assignment("autograd").duedate = now - datetime.timedelta(days=1)
        gradebook.add_student("ada")
        gradebook.add_submission("autograd", "ada")
        gradebook.grant_extension("autograd", "ada", days=2)
    done = write_solutions(course)
    assert done.returncode == 1 and "autograd is due until" in done.stderr
    written = {path.name for path in (course / "answers").iterdir()}
    assert written == {*ASSIGNMENTS} - {"autograd"}

    archive = [course / "tools/students/student_zip.py", "autograd", course / "lab.zip"]
    command = [sys.executable, *archive, "--solutions"]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 1 and "autograd is due until" in refused.stderr
    assert not (course / "lab.zip").exists()

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.grant_extension("autograd", "ada")
    assert write_solutions(course).returncode == 0
