"""`nbjudge zip-collect`: show what a class's zip file holds, and collect it."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, UsageError
from ..files.atomic_write import replace_json
from ..files.text import aligned, counted, first_few
from .command import DONE, Command, add_assignment, add_file
from .course import open_course

if TYPE_CHECKING:
    from ..zip_collect.confirm import CollectedStudent, CollectionPreview

EPILOG = f"""\
examples: nbjudge zip-collect ps1 submissions.zip --dry-run
          nbjudge zip-collect ps1 submissions.zip --system Canvas

Without a file, it collects what is in downloaded/ps1/archive/.

{DONE}"""
MOST_UPLOADS = 3  # names of a student's uploads in the table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the assignment, the zip file, and how its files are named."""
    add_assignment(parser)
    parser.add_argument(
        "archive", metavar="FILE", type=Path, nargs="?", help="what your system has handed out"
    )
    parser.add_argument(
        "--system", metavar="NAME", help="the learning management system, as the table names it"
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what is collected")
    add_file(parser, "--json", "write the table to a JSON file, too")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Show what an archive holds, and collect it if the system is confirmed."""
    coursedir, config = open_course(given.assignment, traits)
    from ..gradebook.database import find_assignment, open_gradebook
    from ..zip_collect.confirm import open_collection
    from ..zip_collect.names import PATTERNS

    if given.system is not None and given.system not in PATTERNS:
        raise UsageError(f"There is no system {given.system!r}. Choose from: {', '.join(PATTERNS)}")
    with open_collection(coursedir, config, given.archive) as collection:
        with open_gradebook(coursedir) as gradebook:
            find_assignment(gradebook, given.assignment)
            preview = collection.preview(gradebook, given.system)
        print_preview(preview)
        if given.json:
            replace_json(given.json, asdict(preview), mode=0o600)
        if given.dry_run:
            print("Nothing was collected, because of --dry-run.")
            return ExitCode.OK
        if not preview.is_confirmed:
            print(
                "Nothing was collected. If this is right, run the command again with "
                f"--system {json.dumps(preview.system)}"
            )
            return ExitCode.OK
        students = collection.collect(given.system)
    print(f"Collected from {counted(students, 'student')}. Next: nbjudge grade {given.assignment}")
    return ExitCode.OK


def print_preview(preview: "CollectionPreview") -> None:
    """Print what collecting would do."""
    print(
        f"{first_few(preview.archives)}: {preview.system}, which fits {preview.fitting} of "
        f"{counted(preview.files, 'file')}"
    )
    rows = [("student", "name", "notebooks", "uploads", "remarks")]
    for student in preview.students:
        rows.append(
            (
                student.student,
                student.name if student.is_known else "not in the gradebook",
                ", ".join(student.notebooks) or "none",
                first_few(student.uploads, MOST_UPLOADS),
                "; ".join(_remarks(student)),
            )
        )
    print(*aligned(rows), sep="\n")
    for name, why in preview.left_out:
        print(f"Left out: {name} {why}")
    if preview.replaced:
        print(f"The folder archive/ has {first_few(preview.replaced)}, which this replaces.")


def _remarks(student: "CollectedStudent") -> list[str]:
    remarks = list(student.left_out)
    if student.missing:
        remarks.append(f"without {', '.join(student.missing)}")
    if student.replaces:
        remarks.append("replaces a submission")
    return remarks


COMMAND = Command(
    "zip-collect", "show what a class's zip file holds, and collect it", EPILOG, add_arguments, run
)
