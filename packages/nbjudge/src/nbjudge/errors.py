"""The errors of nbjudge that a person can meet. Their messages are sentences for that person.

    NbjudgeError
    ├── UsageError                   the command cannot do this: the message says what to type
    ├── NewerValueError              somebody else has saved other points (gradebook.hand_grading)
    ├── RunStoppedError              something outside the submissions keeps a run from going on
    │   └── SandboxError             this machine cannot sandbox submissions
    └── SubmissionError              one submission alone; the class goes on without it
        ├── UnreadableFileError      the submission, or a file of it, cannot be read
        ├── InternalError            nbjudge itself failed at it
        └── StorageError             its result cannot be written

nbisolate has errors of its own, which do not derive from `NbjudgeError`. `runner.for_instructors`
turns those about a sandbox into `SandboxError`.

`ExitCode` lists the exit codes of the commands, and `page` finds a page that a message refers to.
"""

import re
import sys
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

# A path of ours in the error of a trait whose value is a class.
OUR_PATH = re.compile(r"'nbjudge\.[\w.]+' could not be imported")


class ExitCode(IntEnum):
    """Exit codes of nbjudge's commands."""

    OK = 0
    STOPPED = 1  # something outside the submissions stopped it; the next run continues
    USAGE_ERROR = 2
    ATTENTION = 3  # everything is done, and something needs attention
    INTERRUPTED = 130


def page(name: str) -> str:
    """Return the path of a page of the documentation, such as "security.md".

    A wheel installs the pages. In a checkout they are in the folder `docs` next to `src`.
    """
    installed = Path(sys.prefix, "share", "doc", "nbjudge", name)
    beside = Path(__file__).resolve().parents[2] / "docs" / name
    return str(installed if installed.is_file() else beside)


def import_hint(error: BaseException) -> str:
    """Return a sentence for a configuration that imports a name of nbjudge's that is not there.

    Only the names of the package itself are public, and stay where they are. "" for any other
    error.
    """
    name = (error.name or "") if isinstance(error, ImportError) else ""
    if name.partition(".")[0] == "nbjudge" or OUR_PATH.search(str(error)):
        return (
            ". Take nbjudge's names from nbjudge itself, as in `from nbjudge import "
            f'log_manual_grading` or "nbjudge.JudgeExecute" ({page("public-api.md")} lists them). '
            "`nbjudge init` rewrites its own lines"
        )
    return ""


class Problem(NamedTuple):
    """Something that you must fix: a sentence, and the command that fixes it, or ""."""

    sentence: str
    command: str = ""

    def __str__(self) -> str:
        return f"{self.sentence}. Run `{self.command}`" if self.command else self.sentence


class NbjudgeError(Exception):
    """An error whose message is for a person: one sentence, and what to do about it."""


class UsageError(NbjudgeError):
    """Error for a command that asks for something impossible. The message says what to do."""


class RunStoppedError(NbjudgeError):
    """Error for a run that something outside the submissions stops. The message names it."""


class SandboxError(RunStoppedError):
    """Error for a sandbox that cannot be built. The message says what to do."""


class SubmissionError(NbjudgeError):
    """Error for one submission, or for one of its notebooks."""


class UnreadableFileError(SubmissionError):
    """Error for a submitted file that cannot be read. The message continues the file's name."""


class InternalError(SubmissionError):
    """nbjudge failed at a notebook, which gets no points and loses none. The message says where."""


class StorageError(SubmissionError):
    """Error for a submission whose result cannot be stored. The message says why."""
