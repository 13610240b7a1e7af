"""A class that hands in two editions: of the last one, the files lay beside the notebooks.

Oracle: the same answers in the edition of today, graded beside them.
"""

import json
import re
from pathlib import Path

import pytest
from corpus import load_cases
from course import read_assignments
from lab_course import copy_course
from nbgrader.api import Gradebook
from sample_class import choose, hand_in
from shell import run_nbgrader, run_nbjudge

# The first code cell of a notebook of the last edition.
SEARCH = 'import importlib.util\n\nif importlib.util.find_spec("show") is None:\n    print("?")'


def as_last_edition(folder: Path, modules: bool) -> None:
    """Turn a submission into one of the last edition, with its files or with notebooks alone."""
    for path in folder.glob("*.ipynb"):
        found = json.loads(path.read_text())
        code = [cell for cell in found["cells"] if cell["cell_type"] == "code"]
        for cell in code:
            source = re.sub(r"\bfrom lab\.(\w+) import", r"from \1 import", "".join(cell["source"]))
            cell["source"] = re.sub(r"\bfrom lab import", "import", source)
        # A name that its module has lost since ends the cell.
        code[0]["source"] = f"from guess import lost\n{code[0]['source']}"
        search = {**code[0], "id": "files", "source": SEARCH, "metadata": {}}
        found["cells"].insert(found["cells"].index(code[0]), search)
        path.write_text(json.dumps(found))
    for path in (folder / "lab").iterdir():
        if modules and path.name != "__init__.py":
            text = re.sub(r"\bfrom \.(\w+) import", r"from \1 import", path.read_text())
            (folder / path.name).write_text(re.sub(r"\bfrom \. import", "import", text))
        path.unlink()
    (folder / "lab").rmdir()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name == "simple-grad" else pytest.mark.soak)
        for name in read_assignments()
    ],
)
def test_the_last_edition_earns_the_same_points(name, tmp_path, sandbox):
    course = copy_course(tmp_path / "course")
    run_nbgrader(course, "generate_assignment", name, "--force", "--create")
    answers = choose([case for case in load_cases() if case.assignment == name])["farah"]
    students = ["of-today", "of-last", "of-last-notebooks-alone"]
    for student in students:
        hand_in(course, student, name, answers)
    for student in students[1:]:
        as_last_edition(course / "submitted" / student / name, student == "of-last")
    printed = run_nbjudge(course, "grade", name)
    assert printed.returncode in (0, 3), printed.stdout + printed.stderr
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}", "autograd-lab") as gradebook:
        points = {
            student: {
                (notebook.name, grade.name): grade.auto_score
                for notebook in gradebook.find_submission(name, student).notebooks
                for grade in notebook.grades
            }
            for student in students
        }
    assert sum(score or 0 for score in points["of-today"].values()) > 5
    assert points["of-last"] == points["of-today"]
    assert points["of-last-notebooks-alone"] == points["of-today"]
