"""A gradebook with the lab's cells, and with the rows that nbgrader writes.

Entry points: `add_lab`, `add_students`, `submit`, `export`, `url`.
"""

from pathlib import Path

# Maps a notebook to a sample of its test cells and write-ups, with their points.
LAB = {
    "1-backward-hooks": ({"test-module": 3, "test-node": 3}, {"hooks_writeup": 4}),
    "2-reverse-order": ({"test-trace": 6}, {"order_writeup": 4}),
    "3-autograd-graph": ({"test-graph": 4, "test-graph-rare": 6}, {}),
    "4-visited-memory": ({"test-shared": 6, "test-edges": 4}, {}),
    "5-run-the-graph": ({"test-run": 10}, {}),
}
POINTS = {cell: most for each in LAB.values() for cells in each for cell, most in cells.items()}


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

    `points` maps cells, with _ for -, to scores. A cell that is left out gets full points. A
    write-up with None still needs manual grading.
    """
    points = {name.replace("_", "-"): value for name, value in points.items()}
    with gradebook.db.no_autoflush:
        submission = gradebook.add_submission(assignment, student)
    for notebook in submission.notebooks:
        by_hand = LAB[notebook.name][1]
        for grade in notebook.grades:
            value = points.pop(grade.name.replace("_", "-"), POINTS[grade.name])
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


def export(exporter, gradebook, tmp_path, **traits):
    """Return the text of the file that an export plugin writes."""
    to = tmp_path / "out.csv"
    exporter(to=str(to), **traits).export(gradebook)
    return to.read_bytes().decode()
