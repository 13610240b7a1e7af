"""The list of preprocessors with which a course autogrades, and what executes in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from traitlets import TraitError
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from ..errors import WrongUsage
from ..plugins.execute import JudgeExecute


@contextmanager
def traits_are_right() -> Iterator[None]:
    """Say what a course sets that its trait does not take; also a decorator.

    Raises
    ------
    WrongUsage
        If traitlets refuses a value.
    """
    try:
        yield
    except TraitError as error:
        raise WrongUsage(f"The configuration is wrong: {error}") from error


def autograde_chain(config: Config) -> list[type]:
    """Read `Autograde.autograde_preprocessors` of a course as classes.

    Raises
    ------
    WrongUsage
        If it names what cannot be imported.
    """
    try:
        with traits_are_right():
            autograde = Autograde(coursedir=CourseDirectory(config=config), config=config)
        chain = autograde.autograde_preprocessors
        return [import_item(kind) if isinstance(kind, str) else kind for kind in chain]
    except ImportError as error:
        raise WrongUsage(f"The configuration is wrong: {error}") from error


def is_judged(chain: list[type]) -> bool:
    """Say whether nbjudge executes in a chain."""
    return any(issubclass(kind, JudgeExecute) for kind in chain)


def without_sandbox(config: Config) -> str:
    """Say that nbgrader's own `Execute` runs submissions in this course, as the course asks.

    Returns
    -------
    str
        One sentence for the person who grades; "" where it is not so.
    """
    if _is_without_sandbox(config) and _asks_for_it(config):
        return (
            "Submissions run without a sandbox and with your rights, as this course names "
            "nbgrader's Execute in Autograde.autograde_preprocessors."
        )
    return ""


def refuse_without_sandbox(config: Config) -> None:
    """Refuse a course in which nbgrader's own `Execute` runs submissions by default alone.

    Raises
    ------
    WrongUsage
        If that is so: the course has not asked for it.
    """
    if _is_without_sandbox(config) and not _asks_for_it(config):
        raise WrongUsage(
            "This course does not name nbjudge's JudgeExecute, so submissions would run without a "
            "sandbox and with your rights. Type `nbjudge init` first, or name nbgrader's Execute "
            "in Autograde.autograde_preprocessors if that is what you want"
        )


def _is_without_sandbox(config: Config) -> bool:
    chain = autograde_chain(config)
    return not is_judged(chain) and any(issubclass(kind, Execute) for kind in chain)


def _asks_for_it(config: Config) -> bool:
    return "autograde_preprocessors" in config.Autograde


def replace_execute(chain: list[type], execute: type) -> list[type]:
    """Put another class in the place of what executes, be it nbgrader's or nbjudge's.

    Raises
    ------
    WrongUsage
        If nothing of the two is there.
    """
    if not any(issubclass(kind, (Execute, JudgeExecute)) for kind in chain):
        raise WrongUsage(
            "Autograde.autograde_preprocessors has neither nbgrader's Execute nor nbjudge's "
            "JudgeExecute: put one of them first in nbgrader_config.py"
        )
    # A course's own subclass of what is asked for stays.
    return [
        execute
        if issubclass(kind, (Execute, JudgeExecute)) and not issubclass(kind, execute)
        else kind
        for kind in chain
    ]
