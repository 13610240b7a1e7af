"""Table of a class for a terminal: each student's points by task, and what needs attention.

`print_table` reads the scores from the gradebook and prints them; `class_table` and `needs`
arrange the two parts.
"""

import re
from collections.abc import Mapping, Sequence
from textwrap import shorten

from nbgrader.coursedir import CourseDirectory
from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from traitlets.config import Config

from ..files.folders import student_folders
from ..files.text import needing_attention
from ..gradebook.database import open_gradebook
from ..gradebook.late_penalties import renew_late_penalties
from ..gradebook.record import Record, read_record
from ..gradebook.scores import Scores, Submission, read_scores
from .class_findings import attention, to_grade

# A file or a pipe has no width, but rich needs one.
WIDTH_WITHOUT_TERMINAL = 160
# At most so many characters of a reason are shown; `nbjudge grade` prints all of it.
MAX_REASON = 120
HEADING = 10  # a line of a column's heading is broken after so many characters
ID = 20  # a line of a student's id has at most so many characters
LEAST_ID = 8  # the same in a narrow terminal


def print_table(coursedir: CourseDirectory, assignment: str, config: Config | None = None) -> None:
    """Print the table of one assignment to stdout.

    Raise `UsageError` if there is no gradebook or it lacks the assignment, and `RunStoppedError` if
    it cannot be read.
    """
    with open_gradebook(coursedir) as gradebook:
        renew_late_penalties(coursedir, config or Config(), gradebook, assignment)
        scores = read_scores(gradebook, assignment)
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH_WITHOUT_TERMINAL)
    folders = student_folders(coursedir, coursedir.autograded_directory, assignment)
    found = {student: read_record(folder) for student, folder in folders.items()}
    records = {student: record for student, record in found.items() if record}
    reasons = attention(scores, records)
    table = class_table(scores, reasons)
    # rich leaves out what does not fit into the terminal. Give it the width that the table needs:
    # the terminal then wraps the lines, and no score is lost.
    least = Measurement.get(console, console.options.update(max_width=1000), table).minimum
    Console(width=max(console.width, least)).print(table)
    console.print(needs(scores, reasons, records))


def class_table(scores: Scores, reasons: Mapping[str, Sequence[str]]) -> Table:
    """Return the table of a class: one row for each student, one column for each task.

    A task with cells that a person has still to grade shows the points so far and `+?`; the row of
    a submission that needs attention ends with `!`. The column `points` is the score of the
    submission, minus the late penalty in the column `late`, which is left out if nobody has one.
    `reasons` is the result of `class_findings.attention`.
    """
    # A student with a reason has a row even without a submission in the gradebook.
    students = sorted({*scores.submissions, *reasons})
    has_penalties = any(submission.penalty for submission in scores.submissions.values())
    rows = []
    for student in students:
        submission = scores.submissions.get(student) or Submission(student)
        open_tasks = {cell.notebook for cell in submission.pending}
        marks = [
            f"{submission.task_score(task):g}" + ("+?" if task in open_tasks else "")
            for task in scores.tasks
        ]
        if has_penalties:
            marks.append(f"-{submission.penalty:g}" if submission.penalty else "")
        rows.append([student, *marks, f"{submission.score:g}", "!" if student in reasons else ""])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    # A shortened id may be ambiguous, so a long one is folded instead.
    longest = min(max(map(len, ["student", *students])), ID)
    table.add_column(
        "student", overflow="fold", min_width=min(longest, LEAST_ID), max_width=longest
    )
    for number, (task, points) in enumerate(scores.tasks.items(), start=1):
        # A number folded over two lines would be misread, so the column is as wide as its numbers.
        widest = max(len(row[number]) for row in [*rows, [""] * (number + 1)])
        head = Text(f"{_heading(task)}\nof {points:g}")
        table.add_column(
            head, justify="right", overflow="fold", min_width=max(widest, len(f"of {points:g}"))
        )
    if has_penalties:
        table.add_column("late", justify="right", no_wrap=True)
    table.add_column(f"points\nof {scores.max_score:g}", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for row in rows:
        # Ids and reasons may hold brackets, which rich would read as markup: hence Text.
        table.add_row(*map(Text, row))
    return table


def needs(
    scores: Scores, reasons: Mapping[str, Sequence[str]], records: dict[str, Record]
) -> Group:
    """Return the lines below the table: one for the class, one for each write-up, one per reason.

    The notes on a submission, which nobody has to act on, follow its reason.
    """
    waiting = sum(bool(submission.pending) for submission in scores.submissions.values())
    students = len({*scores.submissions, *reasons})
    head = (
        f"{students} submission{'s' * (students != 1)}; "
        f"{needing_attention(len(reasons))} (!), "
        f"{waiting} need{'s' * (waiting == 1)} manual grading (+?)"
    )
    lines: list[RenderableType] = [Text(head)]
    for notebook, name, pending in to_grade(scores, records):
        s = "s" * (len(pending) != 1)
        lines.append(Text(f"to grade by hand: {name} in {notebook}, {len(pending)} submission{s}"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    notes = {student: record.notes for student, record in records.items()}
    for student in sorted({*scores.submissions, *reasons}):
        for lines_of in (reasons, notes):
            line = "; ".join(each.rstrip(".") for each in lines_of.get(student, ()))
            if line:
                grid.add_row(Text(student), Text(shorten(line, MAX_REASON, placeholder=" ...")))
    return Group(*lines, grid)


def _heading(task: str) -> str:
    """Return a task's name in short lines, broken after hyphens."""
    lines = [""]
    for part in re.findall(r"[^-]+-?|-", task):
        if lines[-1] and len(lines[-1] + part) > HEADING:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)
