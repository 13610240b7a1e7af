"""Write a course with a sample class of twelve, for a first look at grading.

    python tools/grading/sample_class.py ASSIGNMENT FOLDER

Copies this course into FOLDER, without its submissions and its gradebook, releases the assignment
there, and fills FOLDER/submitted/ with answers of answers/ASSIGNMENT/. Where somebody has submitted
it already, nothing is written. Six students submit answers, right and wrong; six submit what every
class brings: broken files, missing files, deleted and doubled cells. Their names, guesses and
write-ups are in sample_words.py.
"""

import argparse
import csv
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from answer_bank import ANSWERS, ASSIGNMENTS, Case, load_cases, submission_of
from course import ROOT
from sample_words import COPIED, NAMES, WRITE_UPS, guessed

from nbjudge import note_checked_elsewhere

CONFIGURATION = "nbgrader_config.py"
# The report's tables read the answers, and the configuration imports from tools/grading/.
COPIED_FOLDERS = ("source", "answers", "tools")
SUBMITTED_AT = "2026-03-02 18:00:00 UTC\n"

# Six students submit answers. The submissions of the other six are damaged afterwards.
ALL_RIGHT = ("amara", "goran", "hana", "ines", "jonas", "kofi", "lena")


def choose(cases: list[Case]) -> dict[str, list[Case]]:
    """Choose the answers of each student, at most one for each function.

    The first and last of each function's right and wrong answers are used, by name. The class is
    therefore reproducible, and has right and wrong answers to every function of any assignment.
    """
    first, last, wrong, other_wrong = [], [], [], []
    for function in dict.fromkeys(case.function for case in cases):
        right = [case for case in cases if case.function == function and case.is_right]
        rest = [case for case in cases if case.function == function and not case.is_right]
        first.append(right[0])
        last.append(right[-1])
        wrong.append(rest[0])
        other_wrong.append(rest[-1])
    half = len(first) // 2
    return dict.fromkeys(ALL_RIGHT, first) | {
        "boris": last,
        "chen": first[:-2] + wrong[-2:],
        "divya": other_wrong,
        # A function without an answer keeps the stub of the release.
        "emil": last[:half] + wrong[half : half + 1],
        "farah": [pair[n % 2] for n, pair in enumerate(zip(first, wrong, strict=True))],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a course with a sample class of twelve.")
    parser.add_argument("assignment", choices=list(ASSIGNMENTS))
    parser.add_argument("folder", type=Path, help="where to write the course")
    given = parser.parse_args()
    assignment, course = given.assignment, given.folder
    if not list(ANSWERS.glob("*.csv")):
        parser.error(f"{ANSWERS} has no table of known answers. Restore the folder from git.")
    if any((course / "submitted").glob(f"*/{assignment}")):
        print(f"{course} has a sample class for {assignment}. To write it again, delete {course}.")
        return
    copy_course(course)
    release(course, assignment)
    answers = write_sample_class(course, assignment)
    name_students(course)
    print(f"Wrote a course with a sample class of {len(answers)} into {course}.")


def copy_course(course: Path) -> None:
    """Copy this course into the folder `course`, with what its configuration needs."""
    for name in COPIED_FOLDERS:
        ignore = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / name, course / name, ignore=ignore, dirs_exist_ok=True)
    shutil.copyfile(ROOT / CONFIGURATION, course / CONFIGURATION)


def release(course: Path, assignment: str) -> None:
    """Generate the release of an assignment, and note that its checks are tested here."""
    run_nbgrader(course, "generate_assignment", assignment, "--force")
    note_checked_elsewhere(course, assignment)


def write_sample_class(course: Path, assignment: str) -> dict[str, list[Case]]:
    """Write the sample class into `course`/submitted/; return the answers by student.

    `course`/release/ must be generated.
    """
    answers = choose([case for case in load_cases() if case.assignment == assignment])
    for student, cases in answers.items():
        submit(course, student, assignment, cases)
    for student, damage in DAMAGE.items():
        notebooks = [f"{name}.ipynb" for name in ASSIGNMENTS[assignment].notebooks]
        damage(course / "submitted" / student / assignment, notebooks)
    return answers


def submit(course: Path, student: str, assignment: str, cases: list[Case]) -> None:
    """Write one submission: the release with answers, and write-ups in the notebooks concerned."""
    release = course / "release" / assignment
    folder = course / "submitted" / student / assignment
    shutil.copytree(release, folder)
    write_notes(folder, student)
    for file, content in submission_of(cases, release).items():
        (folder / file).write_bytes(content)
        edit(folder / file, lambda notebook: write_words(notebook, student))


def name_students(course: Path) -> None:
    """Enter the students into the course's gradebook, with their names."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as table:
        csv.writer(table).writerows([("id", "first_name", "last_name")])
        csv.writer(table).writerows((student, *names) for student, names in NAMES.items())
        table.flush()
        run_nbgrader(course, "db", "student", "import", table.name)


def run_nbgrader(course: Path, *arguments: str) -> None:
    """Run a command of nbgrader in the course folder, which prints errors only."""
    command = [sys.executable, "-m", "nbgrader", *arguments, "--log-level=ERROR"]
    subprocess.run(command, cwd=course, check=True)


def write_notes(folder: Path, student: str) -> None:
    """Write the files that `nbgrader submit` adds to a submission."""
    (folder / "timestamp.txt").write_text(SUBMITTED_AT)
    (folder / "submission_secret.txt").write_text(hashlib.sha512(student.encode()).hexdigest())


def write_words(notebook: dict, student: str) -> None:
    """Answer the write-ups of a notebook, and its questions to guess, as a student does."""
    for cell in notebook["cells"]:
        if grade_id(cell).endswith("_writeup"):
            cell["source"] = WRITE_UPS.get(grade_id(cell), {}).get(student, COPIED)
        elif cell["cell_type"] == "code" and not cell["metadata"].get("nbgrader"):
            cell["source"] = guessed("".join(cell["source"]), student)


def grade_id(cell: dict) -> str:
    """Return the grade_id of a cell; "" if it has no metadata of nbgrader's."""
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def edit(path: Path, change: Callable[[dict], None]) -> None:
    """Read the notebook at `path`, let `change` alter it in place, and write it back.

    The file is handled as plain JSON, because nbformat would repair some of the intended damage.
    """
    notebook = json.loads(path.read_text())
    change(notebook)
    path.write_text(json.dumps(notebook, indent=1))


# ---- what goes wrong with files and cells -------------------------------------------------------
# Each takes the folder of a submission and the assignment's notebooks: file names, at least four.


def cut_off_a_file(folder: Path, notebooks: list[str]) -> None:
    """Truncate a notebook, as by a broken upload, so that it is no longer JSON."""
    path = folder / notebooks[1]
    path.write_text(path.read_text()[: path.stat().st_size // 2])


def empty_files(folder: Path, notebooks: list[str]) -> None:
    """Replace notebooks with an empty file and with a notebook without cells."""
    (folder / notebooks[2]).write_text("")
    edit(folder / notebooks[3], lambda notebook: notebook["cells"].clear())


def lose_a_file(folder: Path, notebooks: list[str]) -> None:
    (folder / notebooks[3]).unlink()


def add_files(folder: Path, notebooks: list[str]) -> None:
    """Add a notebook and a text file that are not part of the assignment."""
    first = folder / notebooks[0]
    shutil.copy(first, first.with_stem(f"{first.stem}-Copy1"))
    (folder / "notes.txt").write_text("Ask about AccumulateGrad.\n")


def delete_a_test_cell(folder: Path, notebooks: list[str]) -> None:
    """Delete a test cell, as a student may do whose answer fails it."""

    def change(notebook: dict) -> None:
        tests = [cell for cell in notebook["cells"] if grade_id(cell).startswith("test-")]
        notebook["cells"].remove(tests[-1])

    edit(folder / notebooks[2], change)


def double_cells_in_another_kernel(folder: Path, notebooks: list[str]) -> None:
    """Duplicate a solution cell with its id, and set the notebook's language to Julia."""

    def change(notebook: dict) -> None:
        cells = notebook["cells"]
        solution = next(c for c in cells if c["metadata"].get("nbgrader", {}).get("solution"))
        cells.insert(cells.index(solution), solution)
        notebook["metadata"]["kernelspec"] = {
            "name": "julia-1.10",
            "display_name": "Julia 1.10",
            "language": "julia",
        }

    edit(folder / notebooks[1], change)


DAMAGE = {
    "goran": cut_off_a_file,
    "hana": empty_files,
    "ines": lose_a_file,
    "jonas": add_files,
    "kofi": delete_a_test_cell,
    "lena": double_cells_in_another_kernel,
}


if __name__ == "__main__":
    main()
