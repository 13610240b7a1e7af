"""How fast courses without torch are graded, next to stock nbgrader in the same run.

    python bench/plain.py [--copies 10] [--repeat 3]

Grades copies of the reference solution of two small courses, one of the kind of nbgrader's own
example and one on pandas, with stock nbgrader, with `nbjudge grade`, and with the same after
`nbjudge stay`, which then has no start to pay for. The scores must be equal.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import idle_load, measure
from nbgrader.api import Gradebook

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from small_courses import COURSES, make_course  # noqa: E402

STUDENT = "s{:03}"
BUSY = 0.2  # processor seconds a second that other programs use
# name of the course: its assignment, the notebooks of it that are taken, and its configuration
KINDS = {
    "nbgrader's example": (
        "example",
        ("problem1", "problem2"),
        'c.JudgeExecute.shared = ["example/problem1/total_calls_cubes"]\n',
    ),
    "pandas": ("causes", ("frames",), 'c.JudgeExecute.preload = ["pandas", "scipy.sparse"]\n'),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast plain courses are graded.")
    parser.add_argument("--copies", type=int, default=10, help="submissions of each course")
    parser.add_argument("--repeat", type=int, default=3, help="runs; the median counts")
    given = parser.parse_args()
    if idle_load() > BUSY:
        print("The machine is busy with other things: do not trust these figures.\n")
    print(f"{given.copies} copies; medians of {given.repeat} runs\n")
    print(
        "| course | stock nbgrader, s | `nbjudge grade`, s | times stock | warm, s | times stock |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for name, (assignment, notebooks, config) in KINDS.items():
        with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
            course = make_class(Path(folder), assignment, notebooks, config, given.copies)
            walls = [compare(course, assignment) for _ in range(given.repeat)]
        stock, *ours = (statistics.median(times) for times in zip(*walls, strict=True))
        ratios = [statistics.median(run[0] / run[way] for run in walls) for way in (1, 2)]
        figures = (f"{wall:.1f} | {ratio:.1f}" for wall, ratio in zip(ours, ratios, strict=True))
        print(f"| {name} | {stock:.1f} | {' | '.join(figures)} |", flush=True)


def make_class(
    folder: Path, assignment: str, notebooks: tuple[str, ...], config: str, copies: int
) -> Path:
    """A course in which the reference solution was handed in many times."""
    course = make_course(folder / "course", COURSES / assignment, config)
    source = course / "source" / assignment
    for path in source.glob("*.ipynb"):
        if path.stem not in notebooks:
            path.unlink()
    command = [sys.executable, "-m", "nbgrader", "generate_assignment", assignment]
    subprocess.run([*command, "--log-level=ERROR"], cwd=course, check=True)
    for number in range(copies):
        handed_in = course / "submitted" / STUDENT.format(number) / assignment
        shutil.copytree(source, handed_in)
        for path in handed_in.glob("*.ipynb"):  # a file of source/ itself would not be graded
            path.write_text(path.read_text() + "\n")
    return course


def compare(template: Path, assignment: str) -> list[float]:
    """Grade the class all three ways; return the seconds of each.

    Raises
    ------
    RuntimeError
        If the scores differ.
    """
    walls, scores = [], []
    for program, warm, arguments in (
        ("nbgrader", False, ["autograde", assignment, "--log-level=ERROR"]),
        ("nbjudge", False, ["grade", assignment]),
        ("nbjudge", True, ["grade", assignment]),
    ):
        course = Path(shutil.copytree(template, template.with_name("graded")))
        if program == "nbjudge":
            nbjudge(course, "init")
        if warm:
            nbjudge(course, "stay")
            # The first command waits until the modules are imported.
            nbjudge(course, "grade", assignment, f"--student={STUDENT.format(0)}")
            arguments = [*arguments, "--force"]
        walls.append(measure([sys.executable, "-m", program, *arguments], folder=course).wall)
        if warm:
            nbjudge(course, "stay", "--stop")
        with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
            submissions = gradebook.assignment_submissions(assignment)
            scores.append({one.student.id: one.score for one in submissions})
        shutil.rmtree(course)
    if scores[0] != scores[1] or scores[0] != scores[2]:
        raise RuntimeError(f"nbjudge gave other scores than stock nbgrader: {scores}")
    return walls


def nbjudge(course: Path, *arguments: str) -> None:
    """Run a command that is not measured."""
    command = [sys.executable, "-m", "nbjudge", *arguments]
    subprocess.run(command, cwd=course, check=True, capture_output=True)


if __name__ == "__main__":
    main()
