"""Every error of nbjudge that a person can meet. The messages are sentences for that person.

    NbjudgeError
    ├── WrongUsage          the command asks for what cannot be done: says what to type instead
    ├── Stopped             something outside the submissions keeps a run from going on
    │   └── SandboxError    this machine cannot sandbox submissions
    └── SubmissionError     one submission alone; the class goes on without it
        ├── Unreadable      what was handed in cannot be read
        ├── OwnFailure      nbjudge itself failed at it
        └── NotStored       its result cannot be written

Beside these stands `border.exceptions.StudentError`, which is what a test cell sees of an exception
in a student's function. What goes wrong between two processes of nbjudge is no person's error, and
stays where it is met: `ProtocolError` and `ChannelClosed` (border/channel.py), `StudentEnded` and
`Undecided` (border/exceptions.py), `NoCgroups` (sandbox/cgroups.py).

`ExitCode` is how the commands end, and `page` where a message can send its reader.
"""

import sys
from enum import IntEnum
from pathlib import Path


class ExitCode(IntEnum):
    """How a command of nbjudge ends, for the program that called it."""

    OK = 0
    STOPPED = 1  # by something outside the submissions; the next run goes on
    WRONG_USAGE = 2
    ATTENTION = 3  # all is done, and something needs a person
    INTERRUPTED = 130


def page(name: str) -> str:
    """Return the path of a page of the documentation, such as "security.md".

    A wheel installs the pages; in a checkout they are in the folder `docs` next to `src`.
    """
    installed = Path(sys.prefix, "share", "doc", "nbjudge", name)
    beside = Path(__file__).resolve().parents[2] / "docs" / name
    return str(installed if installed.is_file() else beside)


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


class OwnFailure(SubmissionError):
    """nbjudge failed at a notebook, which gets no points and loses none. The message says where."""


class NotStored(SubmissionError):
    """One submission cannot be stored. The message says why."""
