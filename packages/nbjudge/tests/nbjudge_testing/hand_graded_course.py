"""A course that people grade by hand: a function, a written answer and a task in one notebook.

A late submission loses half of its points. Entry points: `make_course`, `hand_in`, `give`,
`waiting`, `score`, `change_test`.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum

from nbjudge_testing import courses
from nbjudge_testing.grading_course import CONFIG, PS, database

NOTEBOOK = "one"
RIGHT = "def add(x, y):\n    return x + y"
WRONG = "def add(x, y):\n    return 0"
HALF = """
from nbgrader.plugins import LateSubmissionPlugin

class Half(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score / 2

c.AssignLatePenalties.plugin_class = Half
c.CollectSettings.trust_timestamps = True
"""
DUE = "2026-11-24 12:00:00 UTC"
NOTHING: Mapping[str, NotebookNode] = {}


def make_course(folder: Path, more: Mapping[str, NotebookNode] = NOTHING) -> Path:
    """Make the course in the new `folder`, in which nothing is submitted; return the folder.

    Its tests are worth 3 + 3 points, the written answer `why` and the task `essay` 3 each. `more`
    has further notebooks, by name.
    """
    test = {"grade": True, "locked": True}
    cells = [
        courses.cell("add", "### BEGIN SOLUTION\n### END SOLUTION", solution=True),
        courses.cell("test-add", "assert add(1, 2) == 3", points=3, **test),
        courses.cell("test-zero", "assert add(0, 0) == 0", points=3, **test),
        new_markdown_cell("Read it again, then explain."),
        courses.cell("why", "Why?", new_markdown_cell, 3, grade=True, solution=True),
        new_markdown_cell("## The essay"),
        courses.cell("essay", "Write.", new_markdown_cell, 3, task=True, locked=True),
    ]
    notebooks = {NOTEBOOK: courses.notebook(cells), **more}
    course = courses.make_course(folder, PS, notebooks, CONFIG + HALF)
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=DUE)
    return course


def hand_in(course, student, answer=RIGHT, why="Because.", essay=(), timestamp=None, beside=()):
    """Submit a notebook, in the place of an earlier one; `essay` has the texts of added cells."""
    folder = course / "submitted" / student / PS
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    notebook = nbformat.read(course / "release" / PS / f"{NOTEBOOK}.ipynb", as_version=4)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        cell.source = {"add": answer, "why": why}.get(name, cell.source)
    # The same work is the same file.
    notebook.cells += [
        new_markdown_cell(text, id=f"essay-{number}") for number, text in enumerate(essay)
    ]
    nbformat.write(notebook, folder / f"{NOTEBOOK}.ipynb")
    if timestamp:
        (folder / "timestamp.txt").write_text(timestamp)
    for name, content in dict(beside).items():
        (folder / name).write_bytes(content)
    return folder / f"{NOTEBOOK}.ipynb"


def give(course, student, **points):
    """Give points by hand as formgrader does; `_` in a cell's name stands for `-`."""
    with Gradebook(database(course), "small") as gradebook:
        for name, score in points.items():
            grade = gradebook.find_grade(name.replace("_", "-"), NOTEBOOK, PS, student)
            grade.manual_score = score
            grade.needs_manual_grade = False
        gradebook.db.commit()


def waiting(course, student) -> set[str]:
    """The cells of a submission that wait for a person."""
    with Gradebook(database(course), "small") as gradebook:
        notebook = gradebook.find_submission_notebook(NOTEBOOK, PS, student)
        return {grade.name for grade in notebook.grades if grade.needs_manual_grade}


def score(course, student) -> tuple[float, float]:
    """The points and the late penalty that the gradebook holds."""
    with Gradebook(database(course), "small") as gradebook:
        notebook = gradebook.find_submission_notebook(NOTEBOOK, PS, student)
        return notebook.score, notebook.late_submission_penalty or 0


def change_test(course, name, source, points):
    """Change a test cell in the gradebook as `generate_assignment` does."""
    cell = courses.cell(name, source, points=points, grade=True, locked=True)
    with Gradebook(database(course), "small") as gradebook:
        known = gradebook.find_source_cell(name, NOTEBOOK, PS)
        known.source = source
        known.checksum = compute_checksum(cell)
        gradebook.find_graded_cell(name, NOTEBOOK, PS).max_score = points
        gradebook.db.commit()
