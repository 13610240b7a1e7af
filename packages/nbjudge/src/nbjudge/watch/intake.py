"""Take an attempt out of the line, and copy it to where it is graded.

Entry point: `take_next`.
"""

import contextlib
import errno
import traceback
from collections.abc import Iterator
from pathlib import Path

from ..course.attempts import content_digest
from ..course.inbound import HandedIn, secret_of
from ..course.kept import KeptFiles
from ..course.submission import (
    COLLECTED,
    SubmittedFiles,
    collected_files,
    collected_time,
    read_submission,
    replace_submission,
)
from ..course.times import time_text
from ..errors import NbjudgeError, Stopped
from .desk import AttemptsDesk
from .scan import Place
from .under_way import UnderWay

# Errors that come from what one student has handed in: a path that is too long, for example.
OF_ONE = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.ENOTDIR, errno.EISDIR)


def take_next(desk: AttemptsDesk, place: Place, kept: KeptFiles) -> Path | None:
    """Copy the attempt that is next at a place to where it is graded.

    Parameters
    ----------
    desk
        Knows what is to be done.
    place
        One of `desk.ready()`.
    kept
        The files of the course that no submission may hold.

    Returns
    -------
    The folder of the copy; None if there is nothing to grade.

    Raises
    ------
    Stopped
        If the course cannot be written.
    """
    with stopped_by_disk(desk.root):
        if place in desk.line.waiting:
            return _take(desk, place, kept)
        attempt, target = desk.best.restore(place)
        desk.under_way[place] = UnderWay.of(place, attempt)
        return target


@contextlib.contextmanager
def stopped_by_disk(root: Path) -> Iterator[None]:
    """Make `Stopped` of errors of the file system; `root` is named where they name no file."""
    try:
        yield
    except OSError as error:
        raise Stopped(f"{error.filename or root}: {error.strerror}") from error


def _take(desk: AttemptsDesk, place: Place, kept: KeptFiles) -> Path | None:
    one = desk.take(place)
    under = UnderWay.of_folder(place, one)
    try:
        submission = read_submission(
            *(one.student, one.path, None, desk.coursedir.ignore),
            *(desk.coursedir.max_file_size, desk.coursedir.max_dir_size),
            one_owner=desk.check_owner,
        )
        under.content = content_digest(submission.files)
        why = _why_not(desk, one, submission, kept)
        if why:
            desk.refuse(under, why)
        elif not desk.is_known(place, one, under.content):
            under.secret = secret_of(submission.files)
            under.handed_in = time_text(submission.handed_in())
            target = _copy(desk, place, submission)
            kept.add(one.student, target)
            desk.begin(under)
            return target
    except OSError as error:
        if error.errno not in OF_ONE:
            raise
        desk.refuse(under, f"cannot be copied: {error.strerror}")
    except NbjudgeError:
        raise
    except Exception as error:  # whatever it is, the others go on
        traceback.print_exc()
        desk.refuse(under, f"could not be collected: {type(error).__name__}")
    return None


def _why_not(
    desk: AttemptsDesk, one: HandedIn, submission: SubmittedFiles, kept: KeptFiles
) -> str | None:
    """Why what was read of a folder is not graded; None if it is."""
    if submission.owner is None:
        return submission.reasons[0]
    if submission.owner != one.owner:
        return "became another user's while it was read"
    secret = secret_of(submission.files)
    if secret is not None:
        # The feedback would go where another student finds it.
        owners = kept.secrets.get(secret.strip().encode(), set())
        if owners - {one.student} or desk.teller.is_of_another(secret, one.student):
            return "holds the secret of another student's submission"
    return None


def _copy(desk: AttemptsDesk, place: Place, submission: SubmittedFiles) -> Path:
    """Put what was read where `nbjudge grade` finds it, unless it is there already."""
    target = desk.ledger.folder(desk.coursedir.submitted_directory, place)
    files = collected_files(submission)
    same = collected_time(target) == submission.handed_in()
    if not same or (target / COLLECTED).read_bytes() != files[COLLECTED]:
        replace_submission(target, files, shared=desk.coursedir.groupshared)
    return target
