"""A class on one screen: each student's points by task, and what needs a person.

`class_table` arranges the scores as a table of rich; `print_table` reads them from the gradebook
and prints it.
"""

from collections.abc import Mapping
from textwrap import shorten

from nbgrader.coursedir import CourseDirectory
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..course.folders import student_folders
from ..course.gradebook import open_gradebook
from ..course.record import read_record
from ..course.scores import Scores, Submission, read_scores

# Where output goes to a file or a pipe there is no width to keep to, but rich wants one.
WIDTH_WITHOUT_TERMINAL = 160
# Characters of a reason in the table; `nbjudge grade` prints all of it.
MAX_REASON = 120


def print_table(coursedir: CourseDirectory, assignment: str) -> None:
    """Print the table of one assignment to stdout.

    Parameters
    ----------
    coursedir:
        The course: its gradebook, and its autograded folder with the records of the grading.
    assignment:
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
    console.print(class_table(scores, read_reasons(coursedir, assignment)))


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
    """Arrange the scores of a class: a row a student, a column a task, what needs a person last.

    A task with cells that a person has still to grade shows the points so far and `+?`. A score
    in the column `points` is the submission's own, less any late penalty.
    """
    # A student with a reason and without a place in the gradebook has a row too.
    table = Table(box=box.SIMPLE_HEAD, caption=_caption(scores, reasons), caption_justify="left")
    table.add_column("student", no_wrap=True)
    for task, points in scores.tasks.items():
        table.add_column(f"{task}\nof {points:g}", justify="right")
    table.add_column(f"points\nof {scores.max_score:g}", justify="right")
    table.add_column("needs a person", overflow="fold")
    for student in sorted({*scores.submissions, *reasons}):
        # Ids and reasons may hold brackets, which rich would read as markup: hence Text.
        submission = scores.submissions.get(student) or Submission(student)
        open_tasks = {cell.notebook for cell in submission.pending}
        marks = [
            f"{submission.task_score(task):g}" + ("+?" if task in open_tasks else "")
            for task in scores.tasks
        ]
        row = [student, *marks, f"{submission.score:g}", _needs(submission, reasons.get(student))]
        table.add_row(*map(Text, row))
    return table


def _needs(submission: Submission, reason: str | None) -> str:
    """What a person has to do for a submission, in one line; empty if nothing."""
    by_hand = [cell.name for cell in submission.pending if cell.by_hand]
    unscored = sorted({cell.notebook for cell in submission.pending if not cell.by_hand})
    if reason:
        parts = [shorten(reason, MAX_REASON, placeholder=" ...")]
    else:
        parts = [f"tests of {name} gave no score" for name in unscored]
    if by_hand:
        parts.append("to grade: " + ", ".join(by_hand))
    return "; ".join(parts)


def _caption(scores: Scores, reasons: Mapping[str, str]) -> str:
    waiting = sum(bool(submission.pending) for submission in scores.submissions.values())
    students = len({*scores.submissions, *reasons})
    return (
        f"{students} submissions; {len(reasons)} need attention, "
        f"{waiting} have cells to grade by hand (+?)"
    )
