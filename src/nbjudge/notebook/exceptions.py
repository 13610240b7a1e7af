"""Exceptions of the submission, as test cells meet them."""

from ..sandbox.limits import Limits
from .messages import Failure


class StudentError(Exception):
    """An exception in the student's process, as text.

    Parameters
    ----------
    name, message, traceback
        The name of its type, what it said, and the lines of the student's own frames.
    """

    def __init__(self, name: str, message: str, traceback: str = ""):
        super().__init__(f"{name}: {message}" if message else name)
        self.name, self.message, self.traceback = name, message, traceback


class StudentEnded(StudentError):
    """The student's process has ended, or was ended by a limit.

    Parameters
    ----------
    reason
        A sentence without its point.
    """

    def __init__(self, reason: str):
        super().__init__("Stopped", reason)


def out_of_memory(limits: Limits) -> str:
    """What a person reads wherever memory ran out; without its point, as all reasons are."""
    return f"the kernel ran out of memory ({limits.memory_mb} MB)"


def out_of_memory_message(limits: Limits) -> str:
    """The message of a ``MemoryError``, which Python leaves empty: in a cell or in a call."""
    sentence = out_of_memory(limits)
    return f"{sentence[0].upper()}{sentence[1:]}."


def student_error(failure: Failure, limits: Limits) -> StudentError:
    """The exception for what went wrong in the student's process."""
    message = failure.message
    if failure.name == "MemoryError" and not message:
        message = out_of_memory_message(limits)
    return StudentError(failure.name, message, failure.traceback)
