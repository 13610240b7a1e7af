"""The course of the fuzz tests, and the answers of its students whose points are known.

Entry points: `make_course`, `copy_course`, `FuzzCourse`.
"""

import ast
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nbformat.v4 import new_markdown_cell

from nbjudge_testing import courses, grading_course
from nbjudge_testing.commands import run_nbgrader

Raw = dict[str, Any]
PS = "ps"
# Answers that are not damaged: all, none, and every second one of each notebook.
ANSWERS = ("right", "wrong", "half", "stub")
HONEST = 10
LIMITS = """
c.JudgeExecute.cell_seconds = 4
c.JudgeExecute.notebook_seconds = 8
c.JudgeExecute.memory_mb = 300
c.JudgeExecute.disk_mb = 64
c.JudgeExecute.processes = 32
"""
TOTAL = "def total(numbers):\n    return sum(numbers)"
MEAN = "def mean(numbers):\n    return total(numbers) / len(numbers)"
TESTS = {
    "test-total": (2, "assert total([]) == 0\nassert total([1, 2]) == 3"),
    "test-given": (3, "numbers = list(LARGE)\nassert total(LARGE) == 10**20 + 5\n"
                      "assert LARGE == numbers"),
    "test-mean": (1, "import math\nassert math.isclose(mean([2.25, 6.125]), 4.1875)"),
    "test-awards": (
        5,
        "from nbjudge import Awards\nawards = Awards(of=5)\nfor points in (2, 3):\n"
        "    if mean([points * 1.375, 100.5]) == (points * 1.375 + 100.5) / 2:\n"
        "        awards.give(f'{points}', points, 'Right.')\n"
        "    else:\n        awards.miss(f'{points}', points, 'Wrong.')\nawards",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class FuzzCourse:
    """A released course to which nobody has submitted.

    `points` has, by answer (of `ANSWERS`), the points by notebook and test cell in an undisturbed
    run; `make_course` compares them with the expected ones.
    """

    folder: Path
    assignment: str
    points: dict[str, dict[tuple[str, str], float]] = field(default_factory=dict)

    @property
    def notebooks(self) -> list[str]:
        return sorted(p.stem for p in (self.folder / "release" / self.assignment).glob("*.ipynb"))

    def most(self) -> dict[tuple[str, str], float]:
        """Return the points that each test cell is worth, by notebook and cell."""
        found = {}
        for name in self.notebooks:
            for cell in _read(self.folder / "source" / self.assignment / f"{name}.ipynb")["cells"]:
                known = cell["metadata"].get("nbgrader", {})
                if known.get("grade") and not known["solution"]:
                    found[name, known["grade_id"]] = known["points"]
        return found

    def answered(self, name: str, answer: str) -> Raw:
        """Return the released notebook with an answer that is not damaged."""
        raw = _read(self.folder / "release" / self.assignment / f"{name}.ipynb")
        source = _read(self.folder / "source" / self.assignment / f"{name}.ipynb")
        known = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in _answers(source)}
        for number, cell in enumerate(_answers(raw)):
            right = _solution(known[cell["metadata"]["nbgrader"]["grade_id"]]["source"])
            if cell["cell_type"] != "code":
                cell["source"] = "Because."
            elif answer == "right" or (answer == "half" and number % 2 == 0):
                cell["source"] = right
            elif answer == "wrong":
                cell["source"] = _wrong(right)
        return raw

    def hand_in(self, folder: Path, answer: str) -> None:
        """Write a submission that is not damaged into a new folder."""
        shutil.copytree(
            self.folder / "release" / self.assignment,
            folder,
            ignore=shutil.ignore_patterns("*.ipynb"),
        )
        for name in self.notebooks:
            (folder / f"{name}.ipynb").write_text(json.dumps(self.answered(name, answer), indent=1))


def make_course(folder: Path) -> FuzzCourse:
    """Make a course with one small notebook of two answers, eleven points, and a write-up."""
    test = {"grade": True, "locked": True}
    hidden = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
    tests = {
        name: courses.cell(name, hidden.format(source), points=points, **test)
        for name, (points, source) in TESTS.items()
    }
    marked = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
    cells = [
        new_markdown_cell("Write `total` and `mean`."),
        courses.cell("given", "LARGE = [10**20, 2, 3]", locked=True),
        courses.cell("total", marked.format(TOTAL), solution=True),
        tests["test-total"],
        tests["test-given"],
        courses.cell("mean", marked.format(MEAN), solution=True),
        tests["test-mean"],
        tests["test-awards"],
        courses.cell("why", "Why?", new_markdown_cell, 4, grade=True, solution=True),
    ]
    config = grading_course.CONFIG + LIMITS
    notebooks = {"sums": courses.notebook(cells)}
    courses.make_course(folder, PS, notebooks, config, {"numbers.txt": b"40 2\n"})
    course = with_points(FuzzCourse(folder, PS))
    full = {("sums", name): points for name, (points, _) in TESTS.items()}
    none = dict.fromkeys(full, 0)
    half = none | {("sums", name): full["sums", name] for name in ("test-total", "test-given")}
    assert course.points == {"right": full, "wrong": none, "half": half, "stub": none}
    return course


def copy_course(course: Path, assignment: str, folder: Path) -> FuzzCourse:
    """Release an assignment of another course, such as the lab's, in a copy of the course."""
    (folder / "source").mkdir(parents=True)
    shutil.copytree(course / "source" / assignment, folder / "source" / assignment)
    shutil.copy(course / "nbgrader_config.py", folder)
    (folder / "tools").symlink_to(course / "tools")  # the lab's configuration imports from there
    run_nbgrader(folder, "generate_assignment", assignment)
    return with_points(FuzzCourse(folder, assignment))


def with_points(course: FuzzCourse) -> FuzzCourse:
    """Grade each answer once, in a copy of the course."""
    copy = course.folder.with_name("undisturbed")
    shutil.copytree(course.folder, copy, symlinks=True)
    for answer in ANSWERS:
        course.hand_in(copy / "submitted" / answer / course.assignment, answer)
    finished = grading_course.run_nbjudge(copy, "grade", course.assignment)
    assert finished.returncode in (0, 3), finished.stdout + finished.stderr
    graded = points_of_class(copy)
    shutil.rmtree(copy)
    most = course.most()
    points = {a: {cell: graded[a][cell] for cell in most} for a in ANSWERS}
    assert points["right"] == most, points["right"]
    return FuzzCourse(course.folder, course.assignment, points)


def points_of_class(course: Path) -> dict[str, dict[tuple[str, str], float | None]]:
    """Return the points of all students by notebook and cell; None for a cell that has none."""
    found: dict[str, dict[tuple[str, str], float | None]] = {}
    for row in grading_course.rows_of(grading_course.database(course))["grade"]:
        notebook = row["notebook_id"]
        student = notebook["assignment_id"]["student_id"]["id"]
        cell = (notebook["notebook_id"]["name"], row["cell_id"]["name"])
        found.setdefault(student, {})[cell] = row["auto_score"]
    return found


def _read(path: Path) -> Raw:
    raw = json.loads(path.read_text())
    for cell in raw["cells"]:
        cell["source"] = "".join(cell["source"])
    return raw


def _answers(raw: Raw) -> Iterator[Raw]:
    for cell in raw["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            yield cell


def _solution(source: str) -> str:
    """Return a solution as the instructor wrote it, without the marks."""
    marks = ("### BEGIN SOLUTION", "### END SOLUTION")
    return "\n".join(line for line in source.split("\n") if line.strip() not in marks)


def _wrong(source: str) -> str:
    """Return code that binds the same names to what is right nowhere."""
    names = [
        n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef | ast.ClassDef)
    ]
    return "\n".join(f"def {name}(*_, **__):\n    return 'wrong'" for name in names)
