"""The rule for errors of one place: they cost that place, and every other one goes on.

A *place* is a student and an assignment. Collecting, grading, the pages and the watch all do their
work for a place inside `isolate_errors`.
"""

import contextlib
import errno
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import NbjudgeError, RunStoppedError, SubmissionError
from .text import one_line

# The whole machine has these, and a student cannot cause them at one place alone. What to do:
OF_THE_MACHINE = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "Free some space there. The next run"),
    **dict.fromkeys((errno.EROFS, errno.EIO), "Make it writable, or repair the disk. The next run"),
    **dict.fromkeys((errno.ENOMEM, errno.EMFILE, errno.ENFILE), "The next run"),
}


@contextlib.contextmanager
def isolate_errors(note: Callable[[str], object], root: Path | str) -> Iterator[None]:
    """Note an error that is raised in the block, and go on.

    `note` is called with the error as one line; the place then needs attention. `root` is the
    folder to name if an error of the file system names no file. An error that no place causes is
    raised: `RunStoppedError`, also for a disk that is full, read-only or damaged, and `UsageError`.
    """
    try:
        yield
    except SubmissionError as error:
        note(one_line(str(error)))
    except NbjudgeError:
        raise
    except OSError as error:
        sentence = f"{error.filename or root}: {error.strerror or error}"
        if advice := OF_THE_MACHINE.get(error.errno or 0):
            raise RunStoppedError(f"{sentence}. {advice} continues") from error
        note(one_line(sentence))
    except Exception as error:
        traceback.print_exc()  # a bug of ours or of a course's class
        note(one_line(f"{type(error).__name__}: {error}"))
