"""Findings of the report about a class, derived from its scores and its grading records."""

import statistics
from typing import NamedTuple

from ..gradebook.record import NotebookRecord, Record
from ..gradebook.scores import Scores, Submission

MAX_ROWS = 1000  # up to so many students, each has a row of their own in the heat map
GROUPS = 20  # at most so many rows in the heat map of a larger class
LEVELS = 11  # colors of the heat map


class TaskShare(NamedTuple):
    """Cell of the heat map: what a row has of one task."""

    points: float  # the mean of the row's submissions
    level: int  # of the color
    waits: bool  # True if a person has to grade


class FindingRow(NamedTuple):
    """Row of the heat map: one student, or a group of students with their mean points."""

    submissions: list[Submission]
    first: int  # the rank of the group's best student, from 1
    tasks: list[TaskShare]
    score: float

    @property
    def last(self) -> int:
        """The rank of the group's last student."""
        return self.first + len(self.submissions) - 1


def to_grade(scores: Scores, records: dict[str, Record]) -> list[tuple[str, str, list[str]]]:
    """Return the write-ups that wait for manual grading: notebook, cell, students.

    Those in a notebook that could not be read are left out; it needs attention.
    """
    waiting: dict[tuple[str, str], list[str]] = {}
    for submission in scores.submissions.values():
        notebooks = records.get(submission.student_id, Record()).notebooks
        for cell in submission.pending:
            if cell.by_hand and not notebooks.get(cell.notebook, NotebookRecord()).blank:
                waiting.setdefault((cell.notebook, cell.name), []).append(submission.student_id)
    return [(*cell, sorted(students)) for cell, students in sorted(waiting.items())]


def attention(scores: Scores, records: dict[str, Record]) -> dict[str, list[str]]:
    """Return the reasons why submissions could not be graded completely, by student."""
    reasons = {}
    for student in sorted({*scores.submissions, *records}):
        record = records.get(student)
        found = list(record.reasons) if record and record.needs_attention else []
        if record and record.needs_attention and not found:
            found = ["Grading recorded no reason."]
        submission = scores.submissions.get(student) or Submission(student)
        explained = {name for name, n in record.notebooks.items() if n.reason} if record else set()
        silent = []
        for cell in submission.pending:
            if cell.by_hand:
                continue
            # Grading marks a cell with points by hand if these may not hold any more.
            if submission.grades[cell].by_hand:
                found.append(
                    f"{cell.name} was autograded after it was graded by hand. Check it again."
                )
            elif cell.notebook not in explained:
                silent.append(f"The tests of {cell.notebook} gave no score. Grade it by hand.")
        found += dict.fromkeys(silent)
        found += _above_the_maximum(submission)
        if found:
            reasons[student] = found
    return reasons


def _above_the_maximum(submission: Submission) -> list[str]:
    """Return a sentence for each cell with more points by hand than the cell has now.

    Extra credit, which nbgrader stores by itself, may exceed them.
    """
    return [
        f"{cell.name} has {grade.manual_score:g} of {cell.max_score:g} points by hand. "
        "Check it again."
        for cell, grade in sorted(submission.grades.items())
        if grade.manual_score is not None and grade.manual_score > cell.max_score
    ]


def in_process_cells(records: dict[str, Record]) -> list[str]:
    """Return the test cells that ran in the student's process, as "notebook, cell"."""
    notebooks = [item for record in records.values() for item in record.notebooks.items()]
    return sorted(
        {f"{name}, {cell}" for name, notebook in notebooks for cell in notebook.in_process}
    )


def by_reasons(reasons: dict[str, list[str]]) -> list[tuple[tuple[str, ...], list[str]]]:
    """Group the students who have the same reasons, so that each is in one; largest first."""
    students: dict[tuple[str, ...], list[str]] = {}
    for student, found in reasons.items():
        students.setdefault(tuple(dict.fromkeys(found)), []).append(student)
    return sorted(students.items(), key=lambda item: (-len(item[1]), item[0]))


def heat_map(scores: Scores, submissions: list[Submission]) -> list[FindingRow]:
    """Return the rows of the heat map, in the order of the submissions.

    A class of more than `MAX_ROWS` is divided into at most `GROUPS` rows. `submissions` are sorted,
    from the most points to the fewest. The color level is for the share of the points of the graded
    cells, and the middle one if none is graded.
    """
    # Rounded up, so that there are at most GROUPS rows.
    size = 1 if len(submissions) <= MAX_ROWS else -(-len(submissions) // GROUPS)
    rows = []
    for start in range(0, len(submissions), size):
        group = submissions[start : start + size]
        tasks = []
        for task, possible in scores.tasks.items():
            mean = statistics.fmean(submission.task_score(task) for submission in group)
            waits = [(s, cell) for s in group for cell in s.pending if cell.notebook == task]
            ungraded = sum(
                cell.max_score for s, cell in waits if s.grades[cell].manual_score is None
            )
            graded = round(possible - ungraded / len(group), 6)  # without errors of the floats
            # Extra credit can lead out of the range from 0 to 1.
            share = min(max(mean / graded, 0), 1) if graded else 0.5
            tasks.append(TaskShare(mean, round(share * (LEVELS - 1)), bool(waits)))
        rows.append(FindingRow(group, start + 1, tasks, statistics.fmean(s.score for s in group)))
    return rows
