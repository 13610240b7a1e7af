"""The assignments as described in source/: their notebooks, functions and points.

    python tools/grading/course.py    print the tasks, with their points and pytest markers

An assignment is described in one place, the metadata of the notebooks in source/<assignment>/. A
function to write is a solution cell whose grade_id is the function's name. The test cells named
`test-<function>-<aspect>` have its points. A write-up is a solution cell with points of its own.
The tests and the sample class get all of this from here.
"""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "source"

# The assignments in reading order, each with the prefix of its pytest marks: the third notebook of
# `autograd` has the mark task3. To add an assignment, add a line.
MARKS = {"primer": "primer", "autograd": "task", "simple-grad": "simple"}

# Notebooks that a course may delete, by assignment: no other one needs them, they have points of
# their own, and the bonus is not about them. Sums in the pages include them.
EXTRA = {"autograd": {"5-run-the-graph": "run_backward"}}


def deleted(source: Path = SOURCE) -> list[str]:
    """Return the names of the extra notebooks that `source` lacks, and of their functions."""
    return [
        name
        for assignment, notebooks in EXTRA.items()
        for pair in notebooks.items()
        if not (source / assignment / f"{pair[0]}.ipynb").exists()
        for name in pair
    ]


@dataclass(frozen=True)
class Task:
    """One notebook of an assignment.

    `name` is the file's name without its ending. `mark` is the pytest mark of all its tests, such
    as "task3". `functions` has the autograded points by function, in the order of the notebook, and
    `by_hand` the manually graded points by write-up.
    """

    name: str
    mark: str
    functions: dict[str, int] = field(default_factory=dict)
    by_hand: dict[str, int] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """The maximum score of the notebook, in points."""
        return sum(self.functions.values()) + sum(self.by_hand.values())


@dataclass(frozen=True)
class Assignment:
    """An assignment: its name and its notebooks in order."""

    name: str
    tasks: tuple[Task, ...]

    @property
    def notebooks(self) -> tuple[str, ...]:
        """The names of its notebooks."""
        return tuple(task.name for task in self.tasks)

    @property
    def functions(self) -> dict[str, Task]:
        """The notebook of each function that students write."""
        return {name: task for task in self.tasks for name in task.functions}


def read_assignments(source: Path = SOURCE) -> dict[str, Assignment]:
    """Read the assignments below `source`, by name, in the order of MARKS."""
    return {name: _read(source / name) for name in MARKS if (source / name).is_dir()}


def _read(folder: Path) -> Assignment:
    paths = sorted(folder.glob("*.ipynb"))
    mark = MARKS[folder.name]
    tasks = (_read_task(path, f"{mark}{number}") for number, path in enumerate(paths, 1))
    return Assignment(folder.name, tuple(tasks))


def _read_task(path: Path, mark: str) -> Task:
    task = Task(path.stem, mark)
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    known = [c["metadata"]["nbgrader"] for c in cells if "nbgrader" in c["metadata"]]
    tested: dict[str, int] = {}
    for cell in known:
        if cell["grade"] and cell["solution"]:
            task.by_hand[cell["grade_id"]] = cell["points"]
        elif cell["grade"]:
            function = cell["grade_id"].split("-")[1]
            tested[function] = tested.get(function, 0) + cell["points"]
    for cell in known:
        if cell["solution"] and not cell["grade"] and tested.get(cell["grade_id"]):
            task.functions[cell["grade_id"]] = tested[cell["grade_id"]]
    return task


def task_lines() -> list[str]:
    """Return a line for each notebook: its points, its pytest marker and what students write."""
    return [
        f"{assignment.name}/{task.name}: {task.points} points, pytest -m {task.mark}: "
        + ", ".join(
            [f"{name} {points}" for name, points in task.functions.items()]
            + [f"a write-up {points}" for points in task.by_hand.values()]
        )
        for assignment in read_assignments().values()
        for task in assignment.tasks
    ]


if __name__ == "__main__":
    argparse.ArgumentParser(
        description="Print each notebook's functions and points, and its pytest marker."
    ).parse_args()
    print("\n".join(task_lines()))
