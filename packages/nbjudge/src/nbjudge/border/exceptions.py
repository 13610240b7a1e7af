"""Exceptions of the submission, as test cells meet them."""

from ..sandbox.limits import Limits


class StudentError(Exception):
    """An exception in the student's process, as text.

    Parameters
    ----------
    name, message, traceback
        The name of its type, what it said, and the lines of the student's own frames.
    """

    def __init__(self, name: str, message: str, traceback: str = ""):
        Exception.__init__(self, message)
        self.name, self.message, self.traceback = name, message, traceback

    def __str__(self) -> str:
        return self.message


class Undecided(Exception):
    """A test leaves it to the submission whether it passes."""


class StudentEnded(StudentError):
    """The student's process has ended, or was ended by a limit.

    Parameters
    ----------
    reason
        A sentence without its full stop.
    """

    def __init__(self, reason: str):
        super().__init__("Stopped", reason)


def out_of_memory(limits: Limits) -> str:
    """What a person reads wherever memory ran out; without its full stop, as all reasons are."""
    return f"the kernel ran out of memory ({limits.memory_mb} MB)"


def out_of_memory_message(limits: Limits) -> str:
    """The message of a ``MemoryError``, which Python leaves empty: in a cell or in a call."""
    sentence = out_of_memory(limits)
    return f"{sentence[0].upper()}{sentence[1:]}."
