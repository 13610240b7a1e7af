"""Gradebooks with the lab's cells in them, filled as nbgrader fills them."""

from pathlib import Path

from nbgrader.api import Gradebook

# notebook -> test cells and write-ups with their points, as in the lab
LAB = {
    "1-backward-hooks": ({"test-module": 3, "test-node": 3}, {"hooks_writeup": 4}),
    "2-reverse-order": ({"test-trace": 6}, {"order_writeup": 4}),
    "3-autograd-graph": ({"test-graph": 4, "test-graph-rare": 6}, {}),
    "4-visited-memory": ({"test-shared": 6, "test-edges": 4}, {}),
}
FULL = {"test-module": 3, "test-node": 3, "hooks_writeup": 4, "test-trace": 6, "order_writeup": 4,
        "test-graph": 4, "test-graph-rare": 6, "test-shared": 6, "test-edges": 4}  # fmt: skip


def make_lab_gradebook(path: Path) -> Path:
    """Make a gradebook that holds the assignment `autograd` and no student; return its path.

    Copy it where you need a fresh one: nbgrader takes two seconds to make a gradebook.
    """
    with Gradebook(url(path)) as gradebook:
        add_lab(gradebook)
    return path


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def add_lab(gradebook, name="autograd"):
    gradebook.add_assignment(name)
    for notebook, (tests, written) in LAB.items():
        gradebook.add_notebook(notebook, name)
        for cell, points in tests.items():
            gradebook.add_grade_cell(cell, notebook, name, max_score=points, cell_type="code")
        for cell, points in written.items():
            gradebook.add_grade_cell(cell, notebook, name, max_score=points, cell_type="markdown")
            gradebook.add_solution_cell(cell, notebook, name)


def submit(gradebook, student, assignment="autograd", penalty=0, **points):
    """Record a submission as nbgrader's autograding and formgrader do.

    `points` name cells, with _ for -; a cell that is not named has full points; a write-up that
    is None is left for a person.
    """
    points = {name.replace("_", "-"): value for name, value in points.items()}
    with gradebook.db.no_autoflush:
        submission = gradebook.add_submission(assignment, student)
    for notebook in submission.notebooks:
        by_hand = LAB[notebook.name][1]
        for grade in notebook.grades:
            value = points.pop(grade.name.replace("_", "-"), FULL[grade.name])
            if grade.name in by_hand:
                grade.manual_score = value
            else:
                grade.auto_score = value
            grade.needs_manual_grade = value is None
    if points:
        raise ValueError(f"no such cells: {points}")
    submission.notebooks[0].late_submission_penalty = penalty
    gradebook.db.commit()


def add_students(gradebook, *ids):
    for student in ids:
        gradebook.add_student(student)
