"""`nbjudge delete-student`: delete a student's data from the course."""

import argparse
import shlex
import sys

from ..errors import ExitCode, RunStoppedError
from .command import CODES, Command
from .course import open_course

EPILOG = f"""\
example: nbjudge delete-student ada

{CODES.format("done", "partly deleted")}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the student."""
    parser.add_argument("student", metavar="STUDENT", help="the id, as in the gradebook")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Show what the course keeps of a student, ask, delete it, and print what is left."""
    coursedir, _ = open_course("", traits)
    from ..course.delete_student import delete_student, find_kept
    from ..gradebook.audit import AUDIT
    from ..zip_collect.student_downloads import collected_folders, forget_uploads

    student = given.student
    kept = [*find_kept(coursedir, student), *collected_folders(coursedir, student)]
    lines = f"{student} in the gradebook, in {AUDIT} and in the lists of collected uploads"
    print(*kept, lines, sep="\n")
    print(f"Type {student} to delete all of this:", flush=True)
    if sys.stdin.readline().strip() != student:
        raise RunStoppedError("Nothing was deleted")
    try:
        left = delete_student(coursedir, student, kept)
        left += forget_uploads(coursedir, student)
    except OSError as error:
        raise RunStoppedError(
            f"{error.filename} stopped it: {error.strerror}. Run it again"
        ) from error
    certain = {mention.path for mention in left if mention.is_certain}
    paths = {mention.path for mention in left}
    for path in sorted(paths):
        if not paths.isdisjoint(path.parents):
            continue
        if path in kept:
            line = f"still contains data of {student}: delete it as root"
        elif path in certain:
            remedy = f"generate it again, or delete it: rm -r {shlex.quote(str(path))}"
            line = f"still contains data of {student}: {remedy}"
        else:
            line = f"contains {student!r}: check whether it means this student"
        print(f"{path} {line}")
    print(f"Deleted the rest of {student}'s data. Delete backups and copies yourself.")
    return ExitCode.ATTENTION if paths & {*kept} else ExitCode.OK


COMMAND = Command(
    "delete-student", "delete a student's data from the course", EPILOG, add_arguments, run
)
