"""Exceptions that a test cell gets from the submission, or because of it."""

from ..sandbox.limits import Limits


class StudentError(Exception):
    """An exception in the student's process, as text.

    `name` is that of its type. `traceback` has only the lines that belong to the student's own
    frames.
    """

    def __init__(self, name: str, message: str, traceback: str = ""):
        Exception.__init__(self, message)
        self.name = name
        self.message = message
        self.traceback = traceback

    def __str__(self) -> str:
        return self.message


# The reason of a notebook with such an error in a test cell begins so.
NOT_APART = "a test cell could not check an answer"


class UndecidedError(Exception):
    """Error that only we can cause: a test cell needs more than two processes can give it.

    No answer is at fault. The submission would have to say if the test passes, or an object would
    have to be in both processes. An in-process test cell can do it.
    """


class StudentEndedError(StudentError):
    """Error for a request to a student's process that has ended, or was ended by a limit.

    `reason` is a sentence that says why, without its full stop.
    """

    def __init__(self, reason: str):
        super().__init__("Stopped", reason)


def out_of_memory(limits: Limits) -> str:
    """Return the sentence that every message about exhausted memory uses.

    Like all reasons, it has no full stop, because other words may follow it.
    """
    return f"the notebook's process ran out of memory ({limits.memory_mb} MB)"


def out_of_memory_message(limits: Limits) -> str:
    """Return a message for a ``MemoryError``, in a cell or in a call. Python's own is empty."""
    sentence = out_of_memory(limits)
    return f"{sentence[0].upper()}{sentence[1:]}."
