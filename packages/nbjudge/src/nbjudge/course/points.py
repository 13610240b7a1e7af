"""Points of a class in the gradebook, and whose changed."""

from collections.abc import Mapping

from nbgrader.api import Assignment, Gradebook, SubmittedAssignment
from sqlalchemy import select
from sqlalchemy.orm import Session

NAMED = 5  # in a sentence; a file has all

Changes = Mapping[str, tuple[float, float]]


def read_points(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """Return the points of each submission, before the late penalty, by student."""
    points = (
        select(SubmittedAssignment.student_id, SubmittedAssignment.score)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Assignment.name == assignment)
    )
    with Session(gradebook.engine) as session:
        return {student: float(score or 0) for student, score in session.execute(points)}


def changes_line(changes: Changes) -> str:
    """Return a sentence on whose points changed, with the first names; "" if nobody's did."""
    if not changes:
        return ""
    named = [
        f"{student} {before:g} -> {after:g}"
        for student, (before, after) in sorted(changes.items())[:NAMED]
    ]
    more = len(changes) - len(named)
    end = f" and {more} more (--changes=FILE writes all)" if more else ""
    return f"Other points than before: {', '.join(named)}{end}"
