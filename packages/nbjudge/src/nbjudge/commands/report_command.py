"""`nbjudge report`: write a report on the class."""

import argparse

from ..errors import ExitCode, RunStoppedError
from .command import DONE, Command, add_assignment, add_folder
from .course import open_course

EPILOG = f"example: nbjudge report autograd --csv-dir=tables\n\n{DONE}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the assignment, and --csv-dir."""
    add_assignment(parser)
    add_folder(parser, "--csv-dir", "also write the tables of the report, as CSV")


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Write the report, and print the paths of its files."""
    coursedir, config = open_course(given.assignment, traits)
    from ..report.page import write_report

    path = f"{given.assignment}-report.html"
    try:
        for written in write_report(coursedir, given.assignment, path, config, given.csv_dir):
            print(f"Wrote {written}")
    except OSError as error:
        name = error.filename or path
        raise RunStoppedError(f"{name} cannot be written: {error.strerror}") from error
    return ExitCode.OK


COMMAND = Command(
    "report", "write a report on the class, as an HTML page", EPILOG, add_arguments, run
)
