"""Benchmark of `nbgrader zip_collect` with the archive of a whole class.

    python bench/zip_collect.py [--uploads 10000]

Writes an archive as Canvas names what it hands out, with five small notebooks for each student,
into a temporary course, and collects it. Prints the seconds, the processor seconds of the command
with all its children, and the peak memory of its largest process. For 10,000 students, it takes
about 500 MB of disk.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from run import positive

from nbjudge.zip_collect.names import PATTERNS

ASSIGNMENT = "ps1"
NOTEBOOKS = 5
CONFIG = f"""
c = get_config()
c.ZipCollectApp.extractor_plugin = "nbjudge.SafeExtractor"
c.ZipCollectApp.collector_plugin = "nbjudge.StudentIdCollector"
c.FileNameCollectorPlugin.named_regexp = {PATTERNS["Canvas"]!r}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast a class's archive is collected.")
    parser.add_argument("--uploads", type=positive, default=10_000, help="students of the class")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        course = Path(folder)
        write_course(course, given.uploads)
        started = time.monotonic()
        collect(course)
        seconds = time.monotonic() - started
        collected = sum(1 for _ in course.glob(f"submitted/*/{ASSIGNMENT}/*.ipynb"))
    if collected != NOTEBOOKS * given.uploads:
        raise SystemExit(f"Only {collected} notebooks were collected.")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("| uploads | files | s | CPU s | peak MB |\n| --- | --- | --- | --- | --- |")
    cpu = used.ru_utime + used.ru_stime
    print(
        f"| {given.uploads} | {collected} | {seconds:.1f} | {cpu:.1f} | {used.ru_maxrss // 1024} |"
    )


def write_course(course: Path, uploads: int) -> None:
    """Write a released assignment, and the archive of a class that has worked on it."""
    (course / "nbgrader_config.py").write_text(CONFIG)
    release = course / "release" / ASSIGNMENT
    release.mkdir(parents=True)
    names = [f"problem{number}" for number in range(NOTEBOOKS)]
    for name in names:
        (release / f"{name}.ipynb").write_text(notebook(name, "raise NotImplementedError()"))
    archive = course / "downloaded" / ASSIGNMENT / "archive" / "submissions.zip"
    archive.parent.mkdir(parents=True)
    with zipfile.ZipFile(archive, "w") as packed:
        for student in range(uploads):
            for number, name in enumerate(names):
                upload = f"student_{student}_{NOTEBOOKS * student + number}_{name}.ipynb"
                packed.writestr(upload, notebook(name, f"answer = {student}"))


def notebook(name: str, answer: str) -> str:
    """Return a notebook with one solution cell."""
    nbgrader = {
        "grade_id": f"{name}-answer",
        "schema_version": 3,
        "grade": False,
        "solution": True,
        "locked": False,
        "task": False,
    }
    cell = new_code_cell(answer, id="answer", metadata={"nbgrader": nbgrader})
    text: str = nbformat.writes(new_notebook(cells=[cell]), indent=None)
    return text


def collect(course: Path) -> None:
    """Run the command; end with its output if it fails."""
    command = [sys.executable, "-m", "nbgrader", "zip_collect", ASSIGNMENT]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    if finished.returncode:
        raise SystemExit(finished.stderr[-2000:])


if __name__ == "__main__":
    main()
