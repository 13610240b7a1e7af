"""Whether students still work on an assignment, as the course's gradebook says.

Entry point: `open_until`.
"""

import datetime
import os
from pathlib import Path


def open_until(course: Path, assignment: str) -> datetime.datetime | None:
    """Return the last due date of an assignment if it is ahead (naive UTC), with extensions.

    None without a gradebook, as for somebody who learns alone; without a due date; or once it has
    passed for everybody.
    """
    url = os.environ.get("NBGRADER_DB_URL")
    file = course / "gradebook.db"
    if not url and not file.is_file():
        return None
    # Who learns alone has no nbgrader.
    from nbgrader.api import Gradebook, MissingEntry

    with Gradebook(url or f"sqlite:///{file}") as gradebook:
        try:
            found = gradebook.find_assignment(assignment)
        except MissingEntry:
            return None
        if found.duedate is None:
            return None
        last = max([found.duedate, *(submission.duedate for submission in found.submissions)])
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    return last if last > now else None


def refusal(assignment: str, last: datetime.datetime) -> str:
    """Return a sentence for who asks for model answers too early."""
    return (
        f"{assignment} is due until {last:%Y-%m-%d %H:%M} UTC, for some students at least: hand "
        "out its model answers afterwards."
    )
