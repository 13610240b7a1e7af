"""The classes that a course's configuration names, and errors that the configuration causes.

Entry points: `traits_are_right`, `import_class` and `autograde_chain`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets import TraitError
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from .errors import UsageError, import_hint


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


def import_class(kind: type[Any] | str) -> type[Any]:
    """Return the class that a configuration names by its import path, or has itself.

    Raises `ImportError` if it cannot be imported.
    """
    if not isinstance(kind, str):
        return kind
    try:
        imported: type[Any] = import_item(kind)
    except ImportError as error:
        # traitlets names only the last part of a path whose module is there.
        sentence = f"{kind} cannot be imported: {error}"
        raise ImportError(sentence, name=error.name or kind) from error
    return imported


def autograde_chain(config: Config) -> list[type]:
    """Return the classes named in a course's `Autograde.autograde_preprocessors`.

    Raises `UsageError` if one of them cannot be imported.
    """
    with traits_are_right(ImportError):
        autograde = Autograde(coursedir=CourseDirectory(config=config), config=config)
        return [import_class(kind) for kind in autograde.autograde_preprocessors]
