"""Enter the points of an exam on paper into nbgrader's gradebook.

    python tools/exam/enter_points.py exams/midterm.toml exams/midterm-points.csv

Run it in the course folder: nbgrader_config.py says where the gradebook is. The exam becomes an
assignment with the name of the exam file (`midterm`), with one cell for each task, graded by hand.
Run it again after a correction: points in the file replace those in the gradebook.
"""

import argparse
import sys
from pathlib import Path

from exam_file import Exam, InputError, read_exam
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import NbGrader
from points import columns_of, read_points

NOTEBOOK = "paper"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        description="Enter the points of an exam on paper into nbgrader's gradebook."
    )
    parser.add_argument("exam", type=Path, help="the exam file, such as exams/midterm.toml")
    parser.add_argument("points", type=Path, help="the table, such as exams/midterm-points.csv")
    given = parser.parse_args(arguments)
    try:
        exam = read_exam(given.exam)
        points = read_points(exam, given.points)
        app = NbGrader()
        app.initialize([])
        with Gradebook(app.coursedir.db_url, app.coursedir.course_id) as gradebook:
            enter(gradebook, exam, points)
    except InputError as reason:
        sys.exit(str(reason))
    ungraded = sum(None in numbers for numbers in points.values())
    print(f"Entered the points of {len(points)} students. {ungraded} of them have empty fields.")


def enter(gradebook: Gradebook, exam: Exam, points: dict[str, list[float | None]]) -> None:
    """Write points into the gradebook.

    Raises InputError if a student isn't in the gradebook, or if an assignment of this name has
    other notebooks.
    """
    for student in points:
        try:
            gradebook.find_student(student)
        except MissingEntry:
            raise InputError(
                f"The student {student} is not in the gradebook. Correct the id, or add the "
                f"student: nbgrader db student add {student}"
            ) from None
    gradebook.update_or_create_assignment(exam.name)
    others = [one.name for one in gradebook.find_assignment(exam.name).notebooks]
    if others not in ([], [NOTEBOOK]):
        raise InputError(
            f"The gradebook has an assignment {exam.name} with notebooks. Give the exam file "
            "another name."
        )
    gradebook.update_or_create_notebook(NOTEBOOK, exam.name)
    cells = [column.partition(" (")[0].replace(" ", "-") for column in columns_of(exam)]
    for cell, task in zip(cells, exam.tasks, strict=True):
        gradebook.update_or_create_grade_cell(
            cell, NOTEBOOK, exam.name, max_score=task.points, cell_type="markdown"
        )
    for student, numbers in points.items():
        # nbgrader's own way to add a submission makes SQLAlchemy warn of each autoflush.
        with gradebook.db.no_autoflush:
            gradebook.update_or_create_submission(exam.name, student)
        for cell, number in zip(cells, numbers, strict=True):
            grade = gradebook.find_grade(cell, NOTEBOOK, exam.name, student)
            grade.manual_score = number
            grade.needs_manual_grade = number is None
    gradebook.db.commit()


if __name__ == "__main__":
    main(sys.argv[1:])
