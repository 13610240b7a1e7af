"""`nbjudge watch`: grade submissions as they arrive."""

import argparse

from ..errors import ExitCode, page
from .command import Command, add_scheduler, add_workers
from .course import open_course, print_new_warnings

EPILOG = f"""\
examples: nbjudge watch autograd primer
          nbjudge watch --status autograd

exit codes: 0 after --status, 1 error, 2 usage error, 130 after Ctrl-C;
see {page("grade-as-they-arrive.md")}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the assignments, where to grade, and --status."""
    parser.add_argument(
        "assignments", metavar="ASSIGNMENT", nargs="+", help="the names, as in source/"
    )
    add_workers(parser)
    add_scheduler(parser)
    parser.add_argument(
        "--status", action="store_true", help="print the state of the queue and exit"
    )


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Grade submissions until interrupted; with --status, print the state of the queue."""
    coursedir, config = open_course("", traits)
    from ..watch.loop import status_lines, watch

    if given.status:
        for line in status_lines(config, given.assignments):
            print(line)
        return ExitCode.OK
    from ..adopt.hardening import refuse_unhardened
    from ..grading.preflight import ADVISED, REFUSED, WARNED, WRONG, Course, look, refuse

    here = not given.scheduler
    course = Course(coursedir, config, here=here)
    print_new_warnings(coursedir, map(str, look(course, WARNED, ADVISED)))
    refuse(WRONG, look(course, WRONG))
    for assignment in given.assignments:
        coursedir.assignment_id = assignment
        course = Course(coursedir, config, here=here)  # its due date is a condition
        refuse(REFUSED, look(course, REFUSED))
        refuse(WRONG, look(course, WRONG))  # the tags of its notebooks
        for line in refuse_unhardened(course):
            print(line)
    watch(
        config,
        given.assignments,
        workers=given.workers,
        scheduler=given.scheduler,
        forkserver=given.forkserver,
    )
    return ExitCode.OK


COMMAND = Command(
    "watch", "grade submissions as they arrive; stop with Ctrl-C", EPILOG, add_arguments, run
)
