"""`nbjudge init`: add nbjudge to a course's configuration, or remove it; write a helper file."""

import argparse
from pathlib import Path

from ..errors import ExitCode, page
from ..gradebook.record import CONFIG
from .command import Command
from .course import load_course

EPILOG = """\
example: nbjudge init

exit codes: 0 done, or nothing to do; 1 error; 2 usage error; 130 interrupted"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --undo and --printed."""
    parser.add_argument("--undo", action="store_true", help="remove what nbjudge init added")
    parser.add_argument(
        "--printed",
        metavar="ASSIGNMENT",
        help="only write printed.py next to the notebooks in source/, to test printed text",
    )


def run(given: argparse.Namespace, traits: list[str]) -> int:
    """Add nbjudge to nbgrader_config.py or remove it, or write a file; print what was done."""
    from ..grading import import_jsonschema  # noqa: F401, I001  (before what imports jsonschema)
    from ..adopt.init import init, undo
    from ..course.daily_notices import SAID
    from ..gradebook.audit import AUDIT

    if given.printed:
        return _write_printed(given.printed, traits)
    folder = Path.cwd()
    if given.undo:
        if undo(folder):
            print(
                f"Removed nbjudge from {CONFIG}. "
                "Restart JupyterLab to return to nbgrader's formgrader"
            )
        else:
            print(f"{CONFIG} does not use nbjudge: nothing to do")
        return ExitCode.OK
    lines = init(folder, lambda: load_course("", traits)[1])
    if not lines:
        print(f"{CONFIG} already uses nbjudge: nothing to do")
    elif lines[0] in "-+":
        print(f"Rewrote nbjudge's block in {CONFIG}:\n\n{lines}")
    else:
        print(
            f"Added to {CONFIG}:\n\n{lines}\n"
            "Next, run nbjudge check ASSIGNMENT. To remove the lines: nbjudge init --undo.\n"
            "Restart JupyterLab if it is running. nbjudge writes to this folder:\n"
            f"{AUDIT}, {SAID} and lock files (.nbjudge*.lock).\nSee {page('use-nbjudge.md')}"
        )
    return ExitCode.OK


def _write_printed(assignment: str, traits: list[str]) -> int:
    """Write `printed.py` next to the notebooks of an assignment, and print how to use it."""
    from ..adopt.init import write_printed

    coursedir, _ = load_course(assignment, traits)
    source = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
    path = write_printed(source)
    if path is None:
        print(f"{source / 'printed.py'} is there already: nothing to do")
    else:
        print(
            f"Wrote {path}. In an instructor cell, write\n\n"
            "    from printed import run, run_cell\n\n"
            'and in a test cell: assert run(double, lines=["10"]).printed == "20\\n"\n'
            f"See {page('test-cells.md')}"
        )
    return ExitCode.OK


COMMAND = Command(
    "init", "add nbjudge to the nbgrader_config.py of a course", EPILOG, add_arguments, run
)
