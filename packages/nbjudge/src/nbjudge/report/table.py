"""A class on one screen: each student's points by task, and below it what needs a person.

`print_table` reads the scores from the gradebook and prints them; `class_table` and `needs`
arrange the two parts.
"""

import re
from collections import Counter
from collections.abc import Mapping
from textwrap import shorten

from nbgrader.coursedir import CourseDirectory
from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from ..course.folders import student_folders
from ..course.gradebook import open_gradebook
from ..course.record import read_record
from ..course.scores import Scores, Submission, read_scores

# Where output goes to a file or a pipe there is no width to keep to, but rich wants one.
WIDTH_WITHOUT_TERMINAL = 160
# Characters of a reason; `nbjudge grade` prints all of it.
MAX_REASON = 120
HEADING = 10  # characters of a line of a column's heading
ID = 20  # characters of a line of a student's id
LEAST_ID = 8  # the same where the terminal is narrow


def print_table(coursedir: CourseDirectory, assignment: str) -> None:
    """Print the table of one assignment to stdout.

    Parameters
    ----------
    coursedir
        The course: its gradebook, and its autograded folder with the records of the grading.
    assignment
        The assignment's name.

    Raises
    ------
    WrongUsage
        If there is no gradebook, or if it does not hold the assignment.
    Stopped
        If the gradebook cannot be read.
    """
    with open_gradebook(coursedir) as gradebook:
        scores = read_scores(gradebook, assignment)
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH_WITHOUT_TERMINAL)
    reasons = read_reasons(coursedir, assignment)
    table = class_table(scores, reasons)
    # rich leaves out what has no place; a line that goes on in the next is better.
    least = Measurement.get(console, console.options.update(max_width=1000), table).minimum
    Console(width=max(console.width, least)).print(table)
    console.print(needs(scores, reasons))


def read_reasons(coursedir: CourseDirectory, assignment: str) -> dict[str, str]:
    """Read for each student whose submission needs attention why, in one line."""
    folders = student_folders(coursedir, coursedir.autograded_directory, assignment)
    records = {student: read_record(folder) for student, folder in folders.items()}
    return {
        student: "; ".join(record.reasons)
        for student, record in records.items()
        if record and record.needs_attention
    }


def class_table(scores: Scores, reasons: Mapping[str, str]) -> Table:
    """Arrange the scores of a class: a row a student, a column a task.

    A task with cells that a person has still to grade shows the points so far and `+?`; the row of
    a submission that needs attention ends with `!`. A score in the column `points` is the
    submission's own, less any late penalty.
    """
    # A student with a reason and without a place in the gradebook has a row too.
    students = sorted({*scores.submissions, *reasons})
    rows = []
    for student in students:
        submission = scores.submissions.get(student) or Submission(student)
        open_tasks = {cell.notebook for cell in submission.pending}
        marks = [
            f"{submission.task_score(task):g}" + ("+?" if task in open_tasks else "")
            for task in scores.tasks
        ]
        rows.append([student, *marks, f"{submission.score:g}", "!" if student in reasons else ""])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    # An id says who it is by all its letters: a long one goes on in the next line.
    longest = min(max(map(len, ["student", *students])), ID)
    table.add_column(
        "student", overflow="fold", min_width=min(longest, LEAST_ID), max_width=longest
    )
    for number, (task, points) in enumerate(scores.tasks.items(), start=1):
        # A mark stays in one line.
        widest = max(len(row[number]) for row in [*rows, [""] * (number + 1)])
        head = Text(f"{_heading(task)}\nof {points:g}")
        table.add_column(
            head, justify="right", overflow="fold", min_width=max(widest, len(f"of {points:g}"))
        )
    table.add_column(f"points\nof {scores.max_score:g}", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for row in rows:
        # Ids and reasons may hold brackets, which rich would read as markup: hence Text.
        table.add_row(*map(Text, row))
    return table


def needs(scores: Scores, reasons: Mapping[str, str]) -> Group:
    """What needs a person: a line for the class, one for each write-up, one for each reason."""
    waiting = sum(bool(submission.pending) for submission in scores.submissions.values())
    students = len({*scores.submissions, *reasons})
    head = (
        f"{students} submission{'s' * (students != 1)}; "
        f"{len(reasons)} need{'s' * (len(reasons) == 1)} attention (!), "
        f"{waiting} {'has' if waiting == 1 else 'have'} cells to grade by hand (+?)"
    )
    lines: list[RenderableType] = [Text(head)]
    written = Counter(
        (cell.notebook, cell.name)
        for submission in scores.submissions.values()
        for cell in submission.pending
        if cell.by_hand
    )
    for (notebook, name), count in sorted(written.items()):
        lines.append(Text(f"to grade: {name} of {notebook}, {count} time{'s' * (count != 1)}"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for student in sorted({*scores.submissions, *reasons}):
        submission = scores.submissions.get(student) or Submission(student)
        if reason := reasons.get(student) or _unscored(submission):
            grid.add_row(Text(student), Text(shorten(reason, MAX_REASON, placeholder=" ...")))
    return Group(*lines, grid)


def _heading(task: str) -> str:
    """A task's name in lines of few characters, broken where it has a hyphen."""
    lines = [""]
    for part in re.findall(r"[^-]+-?|-", task):
        if lines[-1] and len(lines[-1] + part) > HEADING:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _unscored(submission: Submission) -> str:
    """Which tests gave no score, though nothing was said of it."""
    tasks = sorted({cell.notebook for cell in submission.pending if not cell.by_hand})
    return "; ".join(f"tests of {name} gave no score" for name in tasks)
