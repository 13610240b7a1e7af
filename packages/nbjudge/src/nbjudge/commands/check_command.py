"""`nbjudge check`: find problems of an assignment before it is released."""

import argparse
import signal
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ExitCode, UsageError
from ..runner import forkserver_for
from .command import (
    Command,
    add_assignment,
    add_file,
    add_folder,
    add_force,
    add_students,
    add_workers,
    positive,
)
from .course import open_course, print_warnings

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory

    from ..adopt.findings import CheckReport

EPILOG = """\
example: nbjudge check autograd

exit codes: 0 no problems, 1 error, 2 usage error, 3 problems found, 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which notebooks to check, and with which answers."""
    add_assignment(parser)
    parser.add_argument("--notebook", metavar="NAME", help="only this notebook")
    add_workers(parser)
    parser.add_argument(
        "--compare",
        metavar="FOLDER",
        nargs="?",
        const="",
        help="regrade a class (default: submitted/) and compare with plain nbgrader's points",
    )
    add_folder(parser, "--answers", "notebooks with correct answers, if source/ has no solutions")
    add_file(parser, "--gradebook", "gradebook with the class's points (default: the course's)")
    parser.add_argument("--sample", metavar="N", type=positive, help="compare only N students")
    add_students(parser, "compare only this student, whose answers you trust (may be repeated)")
    add_force(parser, "also check notebooks unchanged since the last check")
    parser.add_argument(
        "--write",
        action="store_true",
        help="add the suggested nbjudge:in-process tags to the notebooks in source/, and move "
        "imports of helper files to an instructor cell",
    )


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Check an assignment, and print the findings, or with --write what remains."""
    compares_class = not given.compare is given.gradebook is given.sample is None
    if given.student and not compares_class:
        raise UsageError("Use --student with --compare")
    if given.write and compares_class and not given.student:
        raise UsageError(
            "With --compare, --write changes test cells so that students' answers get plain "
            "nbgrader's points, and an answer can cheat. Read some answers, and pass --student=ID "
            "for each student whose answers you trust"
        )
    given.forkserver.start()  # it imports modules while this process does
    coursedir, config = open_course(given.assignment, traits)
    from ..adopt.check import check, check_class
    from ..adopt.print_report import end_line, report_lines
    from ..course.daily_notices import digests_of, note_checked
    from ..grading.preflight import ADVISED, REFUSED, WARNED, WRONG, Course, look, refuse

    course = Course(coursedir, config, here=True)
    print_warnings(map(str, look(course, WARNED, ADVISED, REFUSED)))
    refuse(WRONG, look(course, WRONG))
    given.forkserver.ready_for(course.execute.preload)
    forkserver_for(tuple(course.execute.preload), given.forkserver.socket)  # all gradings use it
    digests = digests_of(coursedir)
    if not compares_class:
        report = check(coursedir, config, given.workers, given.answers, given.notebook, given.force)
        results = {name: asdict(entry) for name, entry in report.notebooks.items()}
        note_checked(coursedir, {name: digests[name] for name in results}, results)
    else:
        if given.answers or given.notebook:
            raise UsageError("Use --answers or --notebook without --compare, --gradebook, --sample")
        folder = Path(given.compare or coursedir.submitted_directory)
        report = check_class(
            coursedir,
            config,
            folder,
            given.gradebook,
            given.sample,
            given.workers,
            only=given.student,
        )
        digests = {}  # what is not noted, because answers of a class are no check of the assignment
    for line in report_lines(report):
        print(line)
    if given.write and report.surprises:
        return _write_tags(coursedir, report, digests)
    print(end_line(report, _class_options(given) if compares_class else ""))
    return ExitCode.ATTENTION if report.surprises else ExitCode.OK


def _class_options(given: argparse.Namespace) -> str:
    """Return the options that compare some students of the same class again."""
    options = f" --compare={given.compare}" if given.compare else " --compare"
    if given.gradebook:
        options += f" --gradebook={given.gradebook}"
    return f"{options} --student=ID"


def _write_tags(
    coursedir: "CourseDirectory", report: "CheckReport", digests: dict[str, str]
) -> int:
    """Make the suggested changes in `source/`, and print which problems are left.

    The notebooks count as checked again if their `digests` are those from before the check.
    """
    from ..adopt.print_report import left_lines
    from ..adopt.write_tags import write_tags
    from ..course.daily_notices import digests_of, note_checked

    source = Path(coursedir.format_path(coursedir.source_directory, ".", coursedir.assignment_id))
    # `main` tells a user who interrupts a check that nothing was changed. From here on that would
    # be false, so Ctrl-C is ignored for the short time that writing takes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    unchanged = digests_of(coursedir) == digests
    for notebook in report.notebooks:
        path = source / f"{notebook}.ipynb"
        for change in write_tags(path, report.tags, imports=report.imports):
            print(f"Updated {path}, {change}")
    if unchanged:
        digests = digests_of(coursedir)
        note_checked(coursedir, {name: digests[name] for name in report.notebooks})
    for line in left_lines(report):
        print(line)
    return ExitCode.ATTENTION if report.left else ExitCode.OK


COMMAND = Command(
    "check",
    "check an assignment for problems before you release it",
    EPILOG,
    add_arguments,
    run,
    interrupted="Interrupted. Nothing in the course was changed",
)
