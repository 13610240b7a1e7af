"""`nbjudge table`: print a table of the class's points."""

import argparse

from ..errors import ExitCode
from .command import DONE, Command, add_assignment
from .course import open_course

EPILOG = f"example: nbjudge table autograd\n\n{DONE}"


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Print the points of the class."""
    coursedir, config = open_course(given.assignment, traits)
    from ..report.table import print_table

    print_table(coursedir, given.assignment, config)
    return ExitCode.OK


COMMAND = Command("table", "print a table of the class's points", EPILOG, add_assignment, run)
