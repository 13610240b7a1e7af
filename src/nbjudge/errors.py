"""Every error of nbjudge that a person can meet. The messages are sentences for that person.

    NbjudgeError
    ├── WrongUsage          the command asks for what cannot be done: says what to type instead
    ├── Stopped             something outside the submissions keeps a run from going on
    │   └── SandboxError    this machine cannot sandbox submissions
    └── SubmissionError     one submission alone; the class goes on without it
        ├── Unreadable      what was handed in cannot be read
        └── NotStored       its result cannot be written

Beside these stands `notebook.remote.StudentError`, which is what a test cell sees of an exception
in a student's function.
"""


class NbjudgeError(Exception):
    """An error whose message is for a person: one sentence, and what to do about it."""


class WrongUsage(NbjudgeError):
    """The command asks for what cannot be done. The message says what to do."""


class Stopped(NbjudgeError):
    """Something outside the submissions keeps a run from going on. The message says what."""


class SandboxError(Stopped):
    """The sandbox could not be built. The message says what to do."""


class SubmissionError(NbjudgeError):
    """Something is wrong with one submission, or with one of its notebooks."""


class Unreadable(SubmissionError):
    """What was handed in cannot be read. The message goes on from the file's name."""


class NotStored(SubmissionError):
    """One submission cannot be stored. The message says why."""
