"""The preprocessor that executes notebooks, among those with which a course autogrades."""

from nbgrader.preprocessors import Execute

from ..errors import UsageError
from ..plugins.execute import JudgeExecute


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
