"""The conditions that a course has to meet before it is graded, in one list: `conditions`.

All commands read this list. `nbjudge grade` and `nbjudge watch` refuse a course or print a warning,
by the severity of what they find. `nbjudge check` prints both, and the report shows the warnings.
With `JudgeExecute.require_hardening`, a warning is a refusal, and there are more conditions.

Entry points: `Course`, `look`, `refuse`.
"""

import contextlib
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbgrader.api import MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from nbgrader.preprocessors import Execute
from traitlets.config import Config

from nbisolate import ForkServer

from ..configuration import autograde_chain, traits_are_right
from ..course.given_away import already_given_away
from ..course.permissions import FOR_ITS_USER
from ..errors import Problem, UsageError
from ..exchange.exchange_folders import CourseExchange
from ..files.kernel_times import lies_in_memory
from ..gradebook.database import database_file, find_assignment, open_gradebook
from ..gradebook.definition import cells_of
from ..gradebook.source_notebooks import is_test, unknown_tags
from ..plugins.exchange import JudgeExchangeCollect, JudgeExchangeReleaseFeedback
from ..plugins.execute import JudgeExecute
from ..runner import no_control_groups
from .chain import is_judged
from .unknown_settings import unknown_classes, unknown_traits

# The severities of a condition that is not met; the text begins a refusal.
WRONG = "The configuration is wrong"  # all commands that grade refuse, also `check`
REFUSED = "Nothing is graded until this is fixed"
WARNED = ""  # no refusal: a warning, once a day
ADVISED = "Note"  # the same; it changes no result, so `nbjudge grade` prints it at the end


@dataclass(frozen=True)
class Course:
    """A course that is about to be graded, with the assignment in `coursedir.assignment_id`.

    `here` is False if other machines grade, whose modules and limits cannot be seen from this one.
    """

    coursedir: CourseDirectory
    config: Config
    here: bool = True

    @cached_property
    def chain(self) -> list[type]:
        """The preprocessors that autograde."""
        return autograde_chain(self.config)

    @cached_property
    def execute(self) -> JudgeExecute:
        """The settings of nbjudge's own preprocessor."""
        return JudgeExecute(config=self.config)

    @cached_property
    def problems(self) -> list[tuple[str, Problem]]:
        """The conditions that it does not meet, each with its severity."""
        return [(severity, Problem(*texts)) for severity, *texts in _conditions(self)]

    @cached_property
    def given_away(self) -> list[tuple[str, Problem]]:
        """The solutions that students have, as `problems`: refusing would take back nothing.

        Apart from those, because it takes a look into every file of the assignment.
        """
        sentence = already_given_away(self.coursedir)
        return [(WARNED, Problem(sentence))] if sentence else []


@traits_are_right()
def look(course: Course, *severities: str) -> list[Problem]:
    """Return what is missing in a course, of some severities."""
    problems = course.problems
    if WARNED in severities:
        problems = problems + course.given_away
    return [problem for severity, problem in problems if severity in severities]


def refuse(severity: str, problems: Sequence[Problem]) -> None:
    """Raise `UsageError` if there are problems, with a line for each in the message."""
    if problems:
        raise UsageError("\n- ".join([f"{severity}:", *map(str, problems)]))


def _conditions(course: Course) -> Iterator[tuple[str, ...]]:
    """Yield severity, sentence and command of each condition that is not met.

    A condition whose sentence says what to do has no command.
    """
    coursedir = course.coursedir
    config = course.config
    execute = course.execute
    warned = REFUSED if execute.require_hardening else WARNED
    advised = REFUSED if execute.require_hardening else ADVISED
    for sentence in _wrong_settings(course):
        yield WRONG, sentence
    for sentence, is_ours in unknown_classes(config):
        yield WRONG if is_ours else warned, sentence

    judged = is_judged(course.chain)
    if not judged and any(issubclass(kind, Execute) for kind in course.chain):
        sentence = "Submissions run in nbgrader's Execute, unsandboxed and with your permissions"
        if "autograde_preprocessors" in config.Autograde:
            yield warned, sentence
        else:  # only because it is nbgrader's default
            sentence += " (to allow this, list it in Autograde.autograde_preprocessors)"
            yield REFUSED, sentence, "nbjudge init"
    if course.here and (why := no_control_groups()):
        yield advised, why
    for path in (Path(coursedir.root, coursedir.source_directory), database_file(coursedir.db_url)):
        if path is not None and _is_open_to_others(path):
            command = f"chmod o-rwx {coursedir.root}"
            yield advised, f"Every user of this machine can read {path}", command
    if coursedir.groupshared and config.Autograde.get("permissions") == FOR_ITS_USER:
        sentence = "The group cannot read new files here. Set CourseDirectory.groupshared in "
        yield warned, sentence + "nbgrader_config.py, above restrict_permissions(c)"
    exchange = CourseExchange(coursedir)
    for problem in exchange.unsafe():
        yield warned, *problem
    # Without a course id, nbgrader refuses to collect from an exchange.
    if coursedir.course_id and lies_in_memory(exchange.inbound):
        sentence = f"{exchange.inbound} is on a tmpfs, where files can be changed after "
        sentence += "a due date without a trace. Move Exchange.root to a disk"
        yield REFUSED if _has_due_date(coursedir) else warned, sentence
    for trait, ours in (
        ("collect", JudgeExchangeCollect),
        ("release_feedback", JudgeExchangeReleaseFeedback),
    ):
        kind = getattr(ExchangeFactory(config=config), trait)
        # Another exchange, such as ngshare, has no folders that students write in.
        risky = issubclass(kind, ours.__bases__) or execute.require_hardening
        if coursedir.course_id and risky and not issubclass(kind, ours):
            sentence = f"{kind.__module__}.{kind.__name__} is in use. It may follow students' "
            sentence += "links and trust their timestamps. Add this line to nbgrader_config.py: "
            sentence += f'c.ExchangeFactory.{trait} = "nbjudge.{ours.__name__}"'
            yield warned, sentence

    if execute.require_hardening and not (execute.sandbox and judged):
        yield REFUSED, "There is no sandbox. Use JudgeExecute, with JudgeExecute.sandbox = True"
    if execute.require_hardening and course.here and os.getuid() == 0:
        yield REFUSED, "You are grading as root. Use an ordinary account that only grades"
    collects = JudgeExchangeCollect(coursedir=coursedir, config=config)
    if execute.require_hardening and coursedir.course_id and not collects.check_owner:
        sentence = "Students can submit under each other's names. Give each a system account, and "
        sentence += "remove ExchangeCollect.check_owner = False from the configuration"
        yield REFUSED, sentence


def _wrong_settings(course: Course) -> Iterator[str]:
    """Yield a sentence for each trait, tag, test cell or module that does not exist."""
    config = course.config
    execute = course.execute
    yield from unknown_traits(config)
    assignment = course.coursedir.assignment_id
    source = course.coursedir.format_path(course.coursedir.source_directory, ".", assignment)
    for notebook in sorted(Path(source).glob("*.ipynb")):
        yield from unknown_tags(notebook)
    if not Execute(config=config).enabled:
        yield "nbjudge always runs what it grades. Remove Execute.enabled (--no-execute)"
    if course.coursedir.notebook_id != "*":
        yield "nbjudge grades all notebooks. Remove CourseDirectory.notebook_id (--notebook)"
    for path in execute.in_process:
        if not _is_test_cell(course.coursedir, path):
            yield f"JudgeExecute.in_process lists {path}, but there is no such test cell"
    for name in execute.preload if course.here else ():
        if name not in ForkServer.usual_modules and not ForkServer.can_import(name):
            yield f"JudgeExecute.preload lists {name}, which is not installed"


def _is_test_cell(coursedir: CourseDirectory, path: str) -> bool:
    """Return True if assignment/notebook/cell is a test cell, in `source/` or in the gradebook."""
    if path.count("/") != 2:
        return False
    assignment, notebook, name = path.split("/")
    folder = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
    source = folder / f"{notebook}.ipynb"
    if source.is_file():
        cells = nbformat.read(source, as_version=4).cells
        return any(is_test(cell) and cell.metadata.nbgrader.grade_id == name for cell in cells)
    with contextlib.suppress(MissingEntry, UsageError), open_gradebook(coursedir) as gradebook:
        cells = cells_of(gradebook.find_notebook(notebook, assignment), {})
        return any(cell.is_test and cell.name == name for cell in cells)
    return False


def _has_due_date(coursedir: CourseDirectory) -> bool:
    with contextlib.suppress(UsageError), open_gradebook(coursedir) as gradebook:
        return find_assignment(gradebook, coursedir.assignment_id).duedate is not None
    return False  # it is not in a gradebook yet


def _is_open_to_others(path: Path) -> bool:
    """Return True if its permissions, and those of all folders above it, let everybody read it."""
    with contextlib.suppress(OSError):
        above = path.resolve().parents
        return path.stat().st_mode & stat.S_IROTH != 0 and all(
            folder.stat().st_mode & stat.S_IXOTH for folder in above
        )
    return False
