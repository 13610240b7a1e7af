"""What commands have in common: their description, their exit codes, and shared arguments."""

import argparse
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..errors import RunStoppedError

DONE = "exit codes: 0 done, 1 error, 2 usage error, 130 interrupted"
# The exit codes of a command that ends with 3 although it did all: what 0 and 3 mean.
CODES = """\
exit codes:
  0    {}
  1    could not continue (see the error); fix the cause and run it again
  2    usage error
  3    {}
  130  interrupted; run it again to continue"""


@dataclass(frozen=True)
class Command:
    """A command of `nbjudge`.

    Examples
    --------
    >>> def add_arguments(parser):
    ...     add_assignment(parser)
    >>> def run(given, traits):
    ...     print(given.assignment)
    ...     return 0
    >>> command = Command("show", "print a name", "example: ...", add_arguments, run)
    """

    name: str
    help: str
    # The end of the help: an example and the exit codes.
    epilog: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    # Called with the arguments of the command, of which `forkserver` is the fork server of the
    # process, and with nbgrader's traits ("--Class.trait=value"). Returns the exit code.
    run: Callable[[argparse.Namespace, list[str]], int]
    interrupted: str = "Interrupted"


def add_assignment(parser: argparse.ArgumentParser) -> None:
    """Add the argument ASSIGNMENT."""
    parser.add_argument(
        "assignment", metavar="ASSIGNMENT", help="the assignment's name, as in source/"
    )


def add_students(
    parser: argparse.ArgumentParser, text: str = "only this student (may be repeated)"
) -> None:
    """Add --student, which may be repeated."""
    parser.add_argument(
        "--student",
        metavar="ID",
        action="append",
        default=[],
        help=text,
    )


def add_workers(
    parser: argparse.ArgumentParser,
    text: str = "grade N submissions at a time (default: one per core)",
) -> None:
    """Add --workers."""
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--workers", metavar="N", type=positive, default=cores, help=text)


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """Add --scheduler, the address of a Dask cluster."""
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="grade on a Dask cluster (tcp://host:8786)"
    )


def add_force(parser: argparse.ArgumentParser, text: str) -> None:
    """Add --force, with -f as in nbgrader's commands."""
    parser.add_argument("-f", "--force", action="store_true", help=text)


def add_file(parser: argparse.ArgumentParser, option: str, text: str) -> None:
    """Add an option with the path of a file."""
    parser.add_argument(option, metavar="FILE", type=Path, help=text)


def add_folder(parser: argparse.ArgumentParser, option: str, text: str) -> None:
    """Add an option with the path of a folder."""
    parser.add_argument(option, metavar="FOLDER", type=Path, help=text)


def positive(text: str) -> int:
    """Return a positive integer, as the `type` of an argument."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that shows points, which only its owner may read.

    Raise `RunStoppedError` if it cannot be written.
    """
    try:
        path.touch(mode=0o600)
        path.write_bytes(content)
    except OSError as error:
        raise RunStoppedError(f"{path} cannot be written: {error.strerror}") from error
