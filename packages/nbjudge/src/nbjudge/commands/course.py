"""The course of a command: its configuration, and warnings about it."""

import gc
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError, import_hint
from ..gradebook.record import CONFIG, NO_CONFIG

if TYPE_CHECKING:
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config


def open_course(assignment: str, traits: list[str]) -> "tuple[CourseDirectory, Config]":
    """Read the configuration, and freeze what has been imported; see `load_course`.

    Imports create many objects, and all of them stay. Scans for garbage took a tenth of the time of
    the imports, so `nbjudge.cli.main` turns them off. Frozen, the objects are not scanned later
    either.
    """
    coursedir, config = load_course(assignment, traits)
    gc.freeze()
    gc.enable()
    return coursedir, config


def load_course(assignment: str, traits: list[str]) -> "tuple[CourseDirectory, Config]":
    """Read nbgrader_config.py and the traits of the command line, as nbgrader's commands do.

    The assignment is "" for none. The traits have the form ``--Class.trait=value``. Raise
    `UsageError` if the configuration or a trait is wrong, or the course folder does not exist.
    Print a warning if the course is not the one in the current folder.
    """
    from ..grading import import_jsonschema  # noqa: F401, I001  (before what imports jsonschema)
    from nbgrader.apps import AutogradeApp
    from nbgrader.coursedir import CourseDirectory

    from ..course.course_root import other_course, refuse_missing_root

    # The only application that reads the outdated section AutogradeApp.
    app = AutogradeApp(raise_config_file_errors=True)
    try:
        app.initialize(["--log-level=WARN", *traits])
        # Not `app.coursedir`, whose `config` lacks what was read after it was made: all but its own
        # traits.
        coursedir = CourseDirectory(parent=app)
        coursedir.assignment_id = assignment
    except SystemExit as error:  # traitlets has printed what is wrong
        raise UsageError("The configuration is wrong; see the message above") from error
    except Exception as error:  # nbgrader_config.py is a program, and may raise anything
        sentence = " ".join(f"{type(error).__name__}: {error}".split())
        hint = import_hint(error)
        raise UsageError(f"The configuration is wrong: {sentence}{hint}") from error
    if not (app.loaded_config_files or Path(CONFIG).is_file()):  # an empty one is not in the list
        raise UsageError(NO_CONFIG)
    on_command_line = any(trait.startswith("--CourseDirectory.root=") for trait in traits)
    files = [] if on_command_line else app.loaded_config_files
    refuse_missing_root(coursedir.root, files)
    if warning := other_course(coursedir.root, files):
        print_warnings([warning])
    return coursedir, app.config


def print_warnings(lines: Iterable[str]) -> None:
    """Print warnings about a course on stderr."""
    for line in lines:
        print(f"nbjudge: {line}", file=sys.stderr, flush=True)


def print_new_warnings(coursedir: "CourseDirectory", lines: Iterable[str]) -> None:
    """Print the warnings that no command has printed today."""
    from ..course.daily_notices import new_today

    print_warnings(new_today(coursedir, lines))
