"""Extensions of due dates, from a table or for one student.

nbgrader stores an extension as the time between the due date and the student's own: if the due date
moves, the student's moves along. It keeps it in the student's submission, which it creates if there
is none yet; `scores.read_scores` does not count such a submission.

Entry points: `read_extensions`, `plan` and `grant`.
"""

import datetime
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.utils import parse_utc

from ..errors import UsageError
from ..files.spreadsheet import read_spreadsheet
from ..files.text import first_few
from .database import find_assignment

DAY = datetime.timedelta(days=1)
MINUTE = datetime.timedelta(minutes=1)
# Only this order: 06.12.2026 and 12/06/2026 are different days in different countries.
DATE = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)([ T](?P<time>\d\d?:\d\d(:\d\d)?) ?(?P<zone>\S+)?)?")
OFFSET = re.compile(r"[+-]\d\d:?\d\d|Z")


class Wanted(NamedTuple):
    """Extension that somebody asks for; one of `days` and `until` is "".

    Both are texts, as in a table or on the command line.
    """

    student: str
    days: str = ""  # a number; 0 takes an extension back
    until: str = ""  # a date as nbgrader writes it, such as 2026-12-06 17:00 UTC
    where: str = ""  # the row of the table, for messages


class Change(NamedTuple):
    """Student's extension of an assignment, before and after; None for no extension."""

    student: str
    before: datetime.timedelta | None
    after: datetime.timedelta | None
    due: datetime.datetime  # the student's due date afterwards (naive UTC)


def read_extensions(path: Path) -> list[Wanted]:
    """Read a table with the columns `id`, and `days` or `date` or both.

    Raise `UsageError` for a row without an id, or with both or neither of the others.
    """
    wanted = []
    for line, fields in read_spreadsheet(path, ["id"]):
        where = f"{path}, line {line}"
        student, days, until = (fields.get(name, "") for name in ("id", "days", "date"))
        if not student:
            raise UsageError(f"{where} has no id")
        if bool(days) == bool(until):
            raise UsageError(
                f"{where}: write either a number into the column days, or a date into the column "
                f"date, for {student}"
            )
        wanted.append(Wanted(student, days, until, where))
    return wanted


def plan(gradebook: Gradebook, assignment: str, wanted: Iterable[Wanted]) -> list[Change]:
    """Return what extensions change, in the order of `wanted`; equal ones change nothing.

    Raise `UsageError` if the gradebook lacks the assignment or students, if the assignment has no
    due date, or if a student is named twice or a number or date is wrong.
    """
    duedate = find_assignment(gradebook, assignment).duedate
    if duedate is None:
        raise UsageError(
            f"{assignment} has no due date. Set it with nbgrader db assignment add {assignment} "
            '--duedate="YYYY-MM-DD HH:MM UTC"'
        )
    wanted = list(wanted)
    students = {student.id for student in gradebook.students}
    unknown = sorted({want.student for want in wanted} - students)
    if unknown:
        raise UsageError(
            f"The gradebook has no student {first_few(unknown)}. Correct the id, or add the "
            "student with nbgrader db student add ID"
        )
    changes: dict[str, Change] = {}
    for want in wanted:
        if want.student in changes:
            raise UsageError(f"{want.where}: {want.student} is named twice")
        after = _interval(want, duedate)
        before = _extension(gradebook, assignment, want.student)
        due = duedate + (after or datetime.timedelta())
        changes[want.student] = Change(want.student, before, after, due)
    return [change for change in changes.values() if change.before != change.after]


def grant(gradebook: Gradebook, assignment: str, changes: Iterable[Change]) -> None:
    """Store the extensions in the gradebook.

    One that is taken back is stored as 0. nbgrader's `grant_extension` would clear it, and an empty
    submission would be left that nobody can tell from one that nbgrader failed to grade.
    """
    for change in changes:
        extension = change.after or datetime.timedelta()
        # nbgrader loads other rows before it adds a new submission to the session, and SQLAlchemy
        # would print a warning about each.
        with gradebook.db.no_autoflush:
            gradebook.update_or_create_submission(assignment, change.student, extension=extension)


def _extension(gradebook: Gradebook, assignment: str, student: str) -> datetime.timedelta | None:
    """Return the extension that a student has; None if there is none."""
    try:
        extension = gradebook.find_submission(assignment, student).extension
    except MissingEntry:
        return None
    return extension or None


def _interval(want: Wanted, duedate: datetime.datetime) -> datetime.timedelta | None:
    """Return the time between the due date and the student's own; None for no extension."""
    prefix = f"{want.where}: " if want.where else ""
    if want.days:
        try:
            interval = float(want.days.replace(",", ".")) * DAY
        except (ValueError, OverflowError):
            raise UsageError(f"{prefix}{want.days!r} is not a number of days") from None
        if interval < datetime.timedelta():
            raise UsageError(f"{prefix}an extension of {want.days} days is negative")
        if interval > datetime.datetime.max - duedate - MINUTE:  # it is rounded to minutes
            raise UsageError(f"{prefix}{want.days} days are too many")
    else:
        until = _date(want.until, duedate)
        if until is None:
            raise UsageError(
                f"{prefix}{want.until!r} is not a date. Write it like 2026-12-06 17:00 UTC"
            )
        interval = until - duedate
        if interval < datetime.timedelta():
            raise UsageError(
                f"{prefix}{want.until} is before the due date, {duedate:%Y-%m-%d %H:%M} UTC"
            )
    return MINUTE * round(interval / MINUTE) or None


def _date(text: str, duedate: datetime.datetime) -> datetime.datetime | None:
    """Return a date as naive UTC; without a time of day, it has that of the due date."""
    if not (match := DATE.fullmatch(text)):
        return None
    day = match["day"]
    time = match["time"]
    zone = match["zone"] or ""
    # nbgrader's function takes an unknown zone, and an offset after a space, for UTC.
    is_offset = OFFSET.fullmatch(zone)
    separator = "" if is_offset else " "
    try:
        if zone and not is_offset:
            ZoneInfo(zone)
        date: datetime.datetime = parse_utc(f"{day} {time or '00:00'}{separator}{zone}".rstrip())
    except (ValueError, OverflowError, ZoneInfoNotFoundError):
        return None
    if not time:
        date = datetime.datetime.combine(date.date(), duedate.time())
    return date
