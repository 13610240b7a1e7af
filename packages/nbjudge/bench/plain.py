"""Benchmark of grading courses without torch, with plain nbgrader and with nbjudge.

    python bench/plain.py [--copies 11] [--repeat 3]

Grades copies of the reference solution of three small courses with plain nbgrader and with `nbjudge
grade`. The courses use plain Python (similar to nbgrader's own example), NumPy and pandas. The two
commands take turns, and each ratio compares two neighboring runs. The scores must be equal.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import support_paths  # noqa: F401
from measure import Cost, idle_load, measure
from nbgrader.api import Gradebook

from nbjudge.runner import modules_to_preload
from nbjudge_testing.small_courses import COURSES, make_course, notebook_of

STUDENT = "s{:03}"
BUSY = 0.2  # load of other programs that counts as busy, in processor seconds a second
OWN_COURSES = Path(__file__).with_name("courses")
# Name of the course: the folder of its assignment, and the configuration. For pandas, that is the
# line that `nbjudge check` prints.
KINDS = {
    "plain Python": (
        COURSES / "example",
        'c.JudgeExecute.in_process = ["example/problem1/total_calls_cubes"]\n',
    ),
    "NumPy": (OWN_COURSES / "arrays", ""),
    "pandas": (OWN_COURSES / "tables", None),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast plain courses are graded.")
    parser.add_argument("--copies", type=int, default=11, help="submissions of each course")
    parser.add_argument("--repeat", type=int, default=3, help="runs; the median counts")
    given = parser.parse_args()
    if idle_load() > BUSY:
        print("The machine is busy with other things: do not trust these figures.\n")
    print(f"{given.copies} copies; medians of {given.repeat} runs\n")
    print("| course | plain nbgrader, s | CPU s | `nbjudge grade`, s | CPU s | times as fast |")
    print("| --- " * 6 + "|")
    for name, (assignment, config) in KINDS.items():
        with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
            if config is None:
                config = preload_line(assignment)
            course = make_class(Path(folder), assignment, config, given.copies)
            runs = [compare(course, assignment.name) for _ in range(given.repeat)]
        figures = []
        for way in range(2):
            figures += [
                statistics.median(run[way].wall for run in runs),
                statistics.median(run[way].cpu for run in runs),
            ]
        figures.append(statistics.median(run[0].wall / run[1].wall for run in runs))
        print(f"| {name} | {' | '.join(f'{figure:.1f}' for figure in figures)} |", flush=True)


def preload_line(assignment: Path) -> str:
    """Return the line that `nbjudge check` prints for the imports of these notebooks."""
    sources = (
        cell.source
        for path in sorted(assignment.glob("*.py"))
        for cell in notebook_of(path.read_text()).cells
    )
    return f"c.JudgeExecute.preload = {modules_to_preload(sources, assignment)}\n"


def make_class(folder: Path, assignment: Path, config: str, copies: int) -> Path:
    """Make a course in which many students submitted the reference solution."""
    course = make_course(folder / "course", assignment, config)
    source = course / "source" / assignment.name
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", assignment.name]
    subprocess.run([*command, "--log-level=ERROR"], cwd=course, check=True)
    for number in range(copies):
        submitted = course / "submitted" / STUDENT.format(number) / assignment.name
        shutil.copytree(source, submitted)
        for path in submitted.glob("*.ipynb"):  # exact copies of source/ count as leaked files
            path.write_text(path.read_text() + "\n")
    return course


def compare(template: Path, assignment: str) -> list[Cost]:
    """Grade the class with nbgrader and with nbjudge; return the cost of each.

    Raise RuntimeError if the scores differ.
    """
    costs, scores = [], []
    for program, arguments in (
        ("nbgrader", ["autograde", assignment, "--log-level=ERROR"]),
        ("nbjudge", ["grade", assignment]),
    ):
        course = Path(shutil.copytree(template, template.with_name("graded")))
        if program == "nbjudge":
            nbjudge(course, "init")
        costs.append(measure([sys.executable, "-m", program, *arguments], folder=course))
        with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
            submissions = gradebook.assignment_submissions(assignment)
            scores.append({one.student.id: one.score for one in submissions})
        shutil.rmtree(course)
    if scores[0] != scores[1]:
        raise RuntimeError(f"nbjudge gave other scores than plain nbgrader: {scores}")
    return costs


def nbjudge(course: Path, *arguments: str) -> None:
    """Run a command that is not measured."""
    command = [sys.executable, "-m", "nbjudge", *arguments]
    subprocess.run(command, cwd=course, check=True, capture_output=True)


if __name__ == "__main__":
    main()
