"""Command line of nbjudge: it finds the command, runs it, and turns errors into exit codes.

Each command is a module of `nbjudge.commands`.

Exit codes of `nbjudge grade` and `nbjudge feedback`: 0 all done; 3 all done, but some submissions
need attention or some pages could not be made; 2 wrong usage; 1 stopped by something outside the
submissions (a full disk, a locked gradebook, another run): nothing is half-written, and the next
run continues; 130 interrupted.
"""

import argparse
import ast
import gc
import re
import signal
import sys
from pathlib import Path

from .commands import (
    check_command,
    delete_student_command,
    extend_command,
    feedback_command,
    grade_command,
    init_command,
    report_command,
    students_command,
    table_command,
    watch_command,
    zip_collect_command,
)
from .errors import ExitCode, RunStoppedError, UsageError
from .gradebook.record import CONFIG
from .runner import lent_forkserver, new_forkserver

COMMANDS = (
    init_command.COMMAND,
    check_command.COMMAND,
    zip_collect_command.COMMAND,
    grade_command.COMMAND,
    feedback_command.COMMAND,
    watch_command.COMMAND,
    report_command.COMMAND,
    table_command.COMMAND,
    students_command.COMMAND,
    extend_command.COMMAND,
    delete_student_command.COMMAND,
)
PRELOAD = "c.JudgeExecute.preload"
# What is passed to nbgrader: traits, and the options of `nbgrader autograde`.
PASSED_ON = re.compile(r"--([A-Z]\w*\.\w+|db|course|notebook)=.*|--(create|debug|no-execute)")


def main(arguments: list[str] | None = None) -> int:
    """Run `nbjudge ARGUMENTS`, by default those of the process, and return the exit code."""
    gc.disable()  # for the imports; see `open_course`
    parser = make_parser()
    given, traits = parser.parse_known_args(arguments)
    # The fork server should start first, but needs the modules to preload. Reading the whole
    # configuration takes seconds, so only this list is read from its text here.
    given.forkserver = lent_forkserver() or new_forkserver(written_preload(Path()))
    for argument in traits:
        if not PASSED_ON.fullmatch(argument):
            parser.error(f"unrecognized argument: {argument} (nbgrader's look like --db=URL)")
    # SIGTERM raises KeyboardInterrupt too, so that it also cleans up and ends with exit code 130.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        code: int = given.command.run(given, traits)
        return code
    except UsageError as error:
        return _end(ExitCode.USAGE_ERROR, str(error))
    except RunStoppedError as error:
        return _end(ExitCode.STOPPED, str(error))
    except KeyboardInterrupt:
        return _end(ExitCode.INTERRUPTED, given.command.interrupted)
    finally:
        gc.enable()
        given.forkserver.close()


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="nbjudge",
        description="Autograde a class in parallel, with nbgrader's gradebook and folders.",
        epilog="Run commands in the course folder. Override any option of nbgrader_config.py with "
        "--Class.trait=value.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.name,
            help=command.help,
            description=command.help,
            epilog=command.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        subparser.set_defaults(command=command)
        command.add_arguments(subparser)
    return parser


def written_preload(course: Path) -> list[str] | None:
    """Find the modules to preload in the text of a course's configuration, without running it.

    Return the list in the last line ``c.JudgeExecute.preload = [...]``, or None if there is no such
    line with a literal list. It is only a first guess, with which the fork server starts early;
    `grade` later uses the value of the trait.
    """
    modules = None
    try:
        for node in ast.parse((course / CONFIG).read_bytes()).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == PRELOAD:
                modules = [str(name) for name in ast.literal_eval(node.value)]
    except (OSError, SyntaxError, ValueError, TypeError):
        return None
    return modules


class _Version(argparse.Action):
    """Action of `--version`, which prints the version of the installed package."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version  # this import is slow, so it is done only here

        print(f"nbjudge {version('nbjudge')}")
        parser.exit()


def _end(code: int, sentence: str) -> int:
    stop = "" if sentence.endswith("?") else "."
    print(f"nbjudge: {sentence.rstrip('.')}{stop}", file=sys.stderr)
    return code
