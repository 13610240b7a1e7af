"""The file that graders type points into: a line for each student, a column for each task."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from exam_file import Exam, InputError, read_table
from sheet import Sheet


def columns_of(exam: Exam) -> list[str]:
    """Return the names of the tasks' columns, with the points of each: "1 flags (of 6)"."""
    return [
        f"{number} {task.kind} (of {task.points:g})" for number, task in enumerate(exam.tasks, 1)
    ]


def points_table(exam: Exam, sheets: Sequence[Sheet]) -> str:
    """Return the file without points, as CSV."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["id", "name", *columns_of(exam)])
    for sheet in sheets:
        writer.writerow([sheet.student.id, sheet.student.name, *[""] * len(exam.tasks)])
    return text.getvalue()


def read_points(exam: Exam, path: Path) -> dict[str, list[float | None]]:
    """Read the file with points in it.

    Returns {id: a number for each task, or None for an empty field}. A student without any number
    is left out. A comma may stand for the decimal point. Raises InputError.
    """
    points: dict[str, list[float | None]] = {}
    for number, row in read_table(path, ["id"]):
        where = f"{path}, line {number}"
        student_id = row["id"]
        if not student_id:
            raise InputError(f"{where} has no id.")
        if student_id in points:
            raise InputError(f"{where}: the student {student_id} has a line above, too.")
        numbers = []
        for column, task in zip(columns_of(exam), exam.tasks, strict=True):
            text = row.get(column.replace(" ", "_"))
            if text is None:
                raise InputError(
                    f"{path} has no column {column!r}. Is it the file of another exam, or has "
                    "the exam file changed?"
                )
            numbers.append(_number(f"{where}, {column}", text, task.points))
        points[student_id] = numbers
    return {one: numbers for one, numbers in points.items() if numbers != [None] * len(numbers)}


def _number(where: str, text: str, most: float) -> float | None:
    if not text:
        return None
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        raise InputError(f"{where}: {text!r} is not a number.") from None
    if not 0 <= value <= most:
        raise InputError(f"{where}: {text} should be from 0 to {most:g}.")
    return value
