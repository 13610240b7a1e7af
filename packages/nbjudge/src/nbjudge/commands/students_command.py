"""`nbjudge students`: add students to the gradebook, from a table."""

import argparse
from pathlib import Path

from ..errors import ExitCode, UsageError
from .command import DONE, Command
from .course import open_course, print_warnings

COLUMNS = ("first_name", "last_name", "email", "lms_user_id")  # of the gradebook, besides id
EPILOG = f"""\
example: nbjudge students students.csv

The table has the column id, and any of first_name, last_name, email and lms_user_id. An empty field
deletes what the gradebook has. Students who are not in the table stay as they are.

{DONE}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the table."""
    parser.add_argument("table", metavar="FILE", type=Path, help="a CSV table")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Read the whole table, and then store it."""
    coursedir, _ = open_course("", traits)
    from ..gradebook.database import open_gradebook

    students = read_students(given.table)
    with open_gradebook(coursedir) as gradebook:
        before = {student.id for student in gradebook.students}
        for student, fields in students.items():
            gradebook.update_or_create_student(student, **fields)
    added = len(students.keys() - before)
    print(f"Students: {added} added, {len(students) - added} updated.")
    return ExitCode.OK


def read_students(path: Path) -> dict[str, dict[str, str | None]]:
    """Read a table of students.

    Columns that the gradebook does not have are left out, with a warning.

    Parameters
    ----------
    path
        A CSV file, as spreadsheets write it.

    Returns
    -------
    The fields of each student by id. Columns that the table lacks are left out; an empty field is
    None.

    Raises
    ------
    UsageError
        If the file cannot be read, or a row has no id, one that cannot be a student's, or that of
        another row.
    """
    from ..files.spreadsheet import read_spreadsheet
    from ..files.submission import is_student_id

    rows = read_spreadsheet(path, ["id"])
    students: dict[str, dict[str, str | None]] = {}
    lines: dict[str, int] = {}
    for line, fields in rows:
        student = fields["id"]
        if not is_student_id(student) or "/" in student:
            raise UsageError(
                f"{path}, line {line}: {student!r} cannot be a student's id, because it is no name "
                "of a folder"
            )
        if student in lines:
            raise UsageError(
                f"{path}, line {line} has the id {student}, as line {lines[student]}. Keep one"
            )
        lines[student] = line
        students[student] = {name: fields[name] or None for name in COLUMNS if name in fields}
    unknown = sorted({name for row in rows for name in row.fields} - {"id", *COLUMNS})
    if unknown:
        print_warnings([f"These columns are left out: {', '.join(unknown)}"])
    return students


COMMAND = Command(
    "students", "add students to the gradebook, from a table", EPILOG, add_arguments, run
)
