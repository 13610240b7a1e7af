"""Write the sheets of an exam on paper, one for each student, and the key.

    python tools/exam/sheets.py exams/midterm.toml students.csv

docs/exams.md describes both files. Four files are written next to midterm.toml:
midterm-sheets.html, midterm-key.html, midterm-points.csv to type points into, and
midterm-practice.html for students. The first run makes the seed, midterm.seed.
"""

import argparse
import os
import sys
from pathlib import Path

from exam_file import InputError, Student, read_exam, read_students
from layout import NoGraphvizError
from pages import key_pages, practice_pages, sheet_pages
from points import points_table
from seeds import PRACTICE, SeedError, read_or_make_seed
from sheet import check_sheets, make_sheets


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        description="Write the sheets of an exam on paper, one for each student, and the key."
    )
    parser.add_argument("exam", type=Path, help="the exam file, such as exams/midterm.toml")
    parser.add_argument("students", type=Path, help="a CSV file with a column id")
    given = parser.parse_args(arguments)
    try:
        print(write_exam(given.exam, given.students))
    except (InputError, SeedError, NoGraphvizError) as reason:
        sys.exit(str(reason))


def write_exam(exam_path: Path, students_path: Path) -> str:
    """Write the four files; return a sentence about them.

    Raises InputError, SeedError and NoGraphvizError, each with a sentence for the instructor, and
    WrongKeyError if PyTorch disagrees with a key.
    """
    exam = read_exam(exam_path)
    students = read_students(students_path)
    outputs = {
        kind: exam_path.with_name(f"{exam.name}-{kind}")
        for kind in ("sheets.html", "key.html", "points.csv", "practice.html")
    }
    for path in outputs.values():
        if path.exists():
            raise InputError(
                f"{path} exists. It may be printed, or have points in it: move it away to make the "
                "sheets again."
            )
    seed = read_or_make_seed(exam_path.with_suffix(".seed"))
    sheets = make_sheets(exam, students, seed)
    check_sheets(exam, sheets)
    practice = make_sheets(exam, [Student("practice", "")], PRACTICE)
    check_sheets(exam, practice)
    texts = {
        "sheets.html": sheet_pages(exam, sheets),
        "key.html": key_pages(exam, sheets),
        "points.csv": points_table(exam, sheets),
        "practice.html": practice_pages(exam, practice[0]),
    }
    for kind, path in outputs.items():
        _write_closed(path, texts[kind])
    names = ", ".join(path.name for path in outputs.values())
    return f"{len(sheets)} sheets. PyTorch agrees with each key. Written: {names}"


def _write_closed(path: Path, text: str) -> None:
    """Write a file that only its owner may read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8", newline="") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
