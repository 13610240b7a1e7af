"""`nbjudge feedback`: generate the feedback pages that are missing or out of date."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import ExitCode
from ..files.text import one_line
from .command import (
    CODES,
    Command,
    add_assignment,
    add_file,
    add_force,
    add_students,
    add_workers,
    write_private,
)
from .course import open_course, print_new_warnings

if TYPE_CHECKING:
    from ..grading.pages import PagesSummary

EPILOG = f"""\
example: nbjudge feedback autograd --zip=pages.zip

{CODES.format("all pages written", "done, but the pages listed could not be written")}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add which pages to generate, and --zip."""
    add_assignment(parser)
    add_students(parser)
    add_workers(parser, "generate the pages of N students at a time (default: one per core)")
    add_force(parser, "regenerate all pages")
    add_file(parser, "--zip", "also write the pages to FILE, as a zip archive")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Generate pages, and print which of them could not be written."""
    coursedir, config = open_course(given.assignment, traits)
    from ..course.policy import WatchLimits, withheld_line, withheld_students
    from ..files.folders import find_submissions
    from ..grading.pages import make_pages
    from ..grading.preflight import ADVISED, WARNED, Course, look
    from ..zip_collect.zip_pages import zip_pages

    course = Course(coursedir, config, here=True)
    print_new_warnings(coursedir, map(str, look(course, WARNED, ADVISED)))
    summary = make_pages(
        coursedir, config, students=given.student, workers=given.workers, force=given.force
    )
    for line in page_lines(summary):
        print(line)
    if given.zip:
        step = coursedir.feedback_directory
        students = set(given.student or find_submissions(coursedir, given.assignment, step))
        withheld = withheld_students(coursedir, WatchLimits(config=config), students)
        if withheld:
            print(withheld_line(withheld))
        write_private(given.zip, zip_pages(coursedir, config, students - withheld))
        print(f"Wrote {given.zip}")
    return ExitCode.ATTENTION if summary.lost else ExitCode.OK


def page_lines(summary: "PagesSummary") -> Iterator[str]:
    """Yield the printed summary of the pages of a class."""
    for student, notebooks in sorted(summary.lost.items()):
        for notebook, reason in notebooks.items():
            yield f"{one_line(student)}: no page for {one_line(notebook)}, which {reason}"
    yield (
        f"{summary.made} page{'s' * (summary.made != 1)} written, "
        f"{summary.kept} kept (unchanged), "
        f"{sum(map(len, summary.lost.values()))} could not be written"
    )


COMMAND = Command(
    "feedback",
    "generate the feedback pages that are missing or out of date",
    EPILOG,
    add_arguments,
    run,
    interrupted="Interrupted. The pages so far are kept; run the same command to continue",
)
