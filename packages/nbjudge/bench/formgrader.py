"""Benchmark of formgrader's pages for a class, with nbgrader's own API and with nbjudge's.

    python bench/formgrader.py [--students 300]

Makes a course of two notebooks, grades one submission, and copies the result for the rest of the
class: in the gradebook, and in autograded/ with its record. Then it sends the requests of each page
to a Jupyter server, three times, and prints the median.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import support_paths  # noqa: F401
from nbgrader.api import Gradebook

from nbjudge_testing import grading_course
from nbjudge_testing.browser_walk import OPTIONS, running

PS = grading_course.PS
NOTEBOOK = grading_course.NOTEBOOKS[0]
FIRST = "s000"
# The request of each page, by the page's content.
PAGES = {
    "assignments": "api/assignments",
    "submissions of an assignment": f"api/submissions/{PS}",
    "notebooks of an assignment": f"api/notebooks/{PS}",
    "submissions of a notebook": f"api/submitted_notebooks/{PS}/{NOTEBOOK}",
    "students": "api/students",
    "submissions of a student": f"api/student_submissions/{FIRST}",
    "progress of a run": f"api/assignment/{PS}/autograde",
    "one submission, to grade by hand": "submissions/{identity}/",
    "others of that one": "api/submitted_notebook/{identity}/others",
    "on to the next one to grade": "submissions/{identity}/next_to_grade",
}
OURS = ("progress of a run", "others of that one", "on to the next one to grade")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long formgrader's pages take.")
    parser.add_argument("--students", type=int, default=300, help="size of the class")
    students = parser.parse_args().students
    with tempfile.TemporaryDirectory() as folder:
        course = make_class(Path(folder, "course"), students)
        home = Path(folder, "home")
        home.mkdir()
        taken: dict[str, list[float]] = {}
        for ours in (True, False):
            for page, figures in measure(course, home, ours=ours).items():
                taken.setdefault(page, []).extend(figures)
        print(f"| page, a class of {students} | nbjudge, s | CPU s | nbgrader, s | CPU s |")
        print("| --- | --- | --- | --- | --- |")
        for page, seconds in taken.items():
            print(f"| {page} | " + " | ".join(f"{each:.2f}" for each in seconds) + " |")


def make_class(folder: Path, students: int) -> Path:
    """Make the course with its class; return its folder."""
    course = grading_course.make_course(folder)
    grading_course.hand_in(course, FIRST, timestamp__txt="2026-03-02 18:00:00 UTC\n")
    grading_course.grade(course)
    with Gradebook(grading_course.database(course)) as gradebook:
        about = [(grade.name, grade.notebook.name) for grade in grades(gradebook, FIRST)]
        for number in range(1, students):
            student = f"s{number:03}"
            for step in ("submitted", "autograded"):
                shutil.copytree(course / step / FIRST, course / step / student)
            gradebook.update_or_create_student(student, first_name="Some", last_name=student)
            gradebook.update_or_create_submission(PS, student)
            for cell, notebook in about:
                source = gradebook.find_grade(cell, notebook, PS, FIRST)
                target = gradebook.find_grade(cell, notebook, PS, student)
                target.auto_score, target.needs_manual_grade = (
                    source.auto_score,
                    source.needs_manual_grade,
                )
        gradebook.db.commit()
    return course


def grades(gradebook: Gradebook, student: str) -> list:
    """Return all grades of a student's submission."""
    notebooks = gradebook.find_submission(PS, student).notebooks
    return [grade for notebook in notebooks for grade in notebook.grades]


def measure(course: Path, home: Path, *, ours: bool) -> dict[str, tuple[float, float]]:
    """Return each page's median wall and processor time in seconds; NaN if there is no such page.

    Those in `OURS` exist with nbjudge's server extension only.
    """
    extensions = {
        "nbjudge.server.formgrader": ours,
        "nbgrader.server_extensions.formgrader": not ours,
    }
    option = f"--ServerApp.jpserver_extensions={extensions}"
    command = [sys.executable, "-m", "jupyter_server", "--allow-root", *OPTIONS.split(), option]
    found = {}
    with running(command, home, course, XDG_RUNTIME_DIR=str(home)) as server:
        listed = server.asked(f"/formgrader/{PAGES['submissions of a notebook']}")
        identity = next(each["id"] for each in listed if each["student"] == FIRST)
        for page, path in PAGES.items():
            if not ours and page in OURS:
                found[page] = (float("nan"), float("nan"))
                continue
            times, used = [], []
            for _ in range(3):
                began, before = time.monotonic(), server.cpu_seconds()
                server.read(f"/formgrader/{path.format(identity=identity)}")
                times.append(time.monotonic() - began)
                used.append(server.cpu_seconds() - before)
            found[page] = (statistics.median(times), statistics.median(used))
    return found


if __name__ == "__main__":
    main()
