"""The preprocessors with which a course autogrades, and the one that executes notebooks."""

from collections.abc import Iterator
from contextlib import contextmanager

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from traitlets import TraitError
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from ..errors import UsageError, import_hint
from ..plugins.execute import JudgeExecute


@contextmanager
def traits_are_right(more: type[Exception] = TraitError) -> Iterator[None]:
    """Turn a trait error into a `UsageError` about the configuration; also works as a decorator.

    `more` is another error that the configuration causes in this block.
    """
    try:
        yield
    except (TraitError, more) as error:
        hint = import_hint(error)
        raise UsageError(f"The configuration is wrong: {error}{hint}") from error


def autograde_chain(config: Config) -> list[type]:
    """Return the classes named in a course's `Autograde.autograde_preprocessors`.

    Raises `UsageError` if one of them cannot be imported.
    """
    with traits_are_right(ImportError):
        autograde = Autograde(coursedir=CourseDirectory(config=config), config=config)
        chain = autograde.autograde_preprocessors
        return [import_item(kind) if isinstance(kind, str) else kind for kind in chain]


def is_judged(chain: list[type]) -> bool:
    """Return True if a chain executes notebooks with nbjudge."""
    return any(issubclass(kind, JudgeExecute) for kind in chain)


def replace_execute(chain: list[type], execute: type) -> list[type]:
    """Return a chain that uses `execute` instead of nbgrader's `Execute` or nbjudge's own.

    Raises `UsageError` if the chain has neither of the two.
    """
    if not any(issubclass(kind, (Execute, JudgeExecute)) for kind in chain):
        raise UsageError(
            "Autograde.autograde_preprocessors has neither nbgrader's Execute nor nbjudge's "
            "JudgeExecute. Put one of them first in that list"
        )
    # A course may subclass `execute` to change its behavior. Keep such a subclass.
    return [
        execute
        if issubclass(kind, (Execute, JudgeExecute)) and not issubclass(kind, execute)
        else kind
        for kind in chain
    ]
