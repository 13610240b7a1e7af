"""`nbjudge extend`: give students more time, from a table or one by one."""

import argparse
import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, UsageError
from ..files.text import aligned, counted
from .command import DONE, Command, add_assignment
from .course import open_course

if TYPE_CHECKING:
    from ..gradebook.extensions import Change

EPILOG = f"""\
examples: nbjudge extend autograd extensions.csv --dry-run
          nbjudge extend autograd ada --days 2
          nbjudge extend autograd ada --until "2026-12-06 17:00 UTC"

The table has the columns id, and days or date. A date without a time has the time of the due date.
An extension replaces an earlier one; 0 days take it back.

{DONE}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the assignment, whom to give more time, and how much."""
    add_assignment(parser)
    parser.add_argument("who", metavar="FILE|ID", help="a CSV table, or a student with --days")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--days", metavar="N", help="this student's extension, in days")
    length.add_argument("--until", metavar="DATE", help="this student's own due date")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Show what changes, and store it."""
    coursedir, _ = open_course(given.assignment, traits)
    from ..gradebook.database import open_gradebook
    from ..gradebook.extensions import Wanted, grant, plan, read_extensions

    if given.days is not None:
        wanted = [Wanted(given.who, days=given.days)]
    elif given.until is not None:
        wanted = [Wanted(given.who, until=given.until)]
    elif Path(given.who).is_file():
        wanted = read_extensions(Path(given.who))
    else:
        raise UsageError(
            f"There is no file {given.who}. If it is a student, say how long: "
            f"nbjudge extend {given.assignment} {given.who} --days 2"
        )
    with open_gradebook(coursedir) as gradebook:
        changes = plan(gradebook, given.assignment, wanted)
        if not changes:
            print("Nothing changes: these extensions are stored already.")
            return ExitCode.OK
        print_changes(changes)
        if given.dry_run:
            print("Nothing was stored, because of --dry-run.")
            return ExitCode.OK
        grant(gradebook, given.assignment, changes)
    print(
        "Stored, as nbgrader does, as the time after the due date: if you move the due date, these "
        f"move along. Then run nbjudge grade {given.assignment}, for penalties that change."
    )
    return ExitCode.OK


def print_changes(changes: "Sequence[Change]") -> None:
    """Print a table of extensions."""
    rows = [("student", "before", "after", "due")]
    for change in changes:
        due = f"{change.due:%Y-%m-%d %H:%M} UTC"
        rows.append((change.student, _in_words(change.before), _in_words(change.after), due))
    print(*aligned(rows), sep="\n")


def _in_words(extension: datetime.timedelta | None) -> str:
    """Return an extension in days, hours and minutes."""
    if extension is None:
        return "none"
    minutes = round(extension / datetime.timedelta(minutes=1))
    parts = [(minutes // 1440, "day"), (minutes % 1440 // 60, "hour"), (minutes % 60, "minute")]
    return " ".join(counted(n, unit) for n, unit in parts if n) or "0 minutes"


COMMAND = Command(
    "extend", "give students more time, from a table or one by one", EPILOG, add_arguments, run
)
