"""Which downloaded files count, and as whose work. Entry point: `identify`."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from nbgrader.utils import parse_utc

from ..files.archive_members import why_unsafe
from ..files.file_names import FROM_SUBMIT, why_reserved
from ..files.submission import MAX_FILES, is_student_id
from .downloads import Download, LeftOut, RefusedUploadError, is_archive
from .names import AmbiguousNameError, NamePattern, Owner
from .uploads import Upload

TIED = "appears twice, and nothing shows which is newer"
# nbgrader's reader of times takes the last parts of this one for a time zone.
BLACKBOARD_TIME = re.compile(r"(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)")


class _Candidate(NamedTuple):
    """A download that has an owner, with what shows which of two is newer.

    `order` begins with the time in the name (naive UTC), or the earliest time if there is none.
    """

    download: Download
    owner: Owner
    order: tuple[datetime.datetime, int, str]


def identify(
    downloads: Iterable[Download],
    pattern: NamePattern,
    extracted: Path,
    notebooks: Collection[str],
    left_out: LeftOut,
) -> list[Upload]:
    """Return the uploads that count, each with its student and its place in the submission.

    Parameters
    ----------
    downloads
        All files that were downloaded.
    pattern
        How the learning management system names them.
    extracted
        The folder into which they are extracted.
    notebooks
        The names of the assignment's notebooks, without ".ipynb".
    left_out
        Receives those that do not count.
    """
    candidates = []
    strangers = 0
    for download in downloads:
        try:
            owner = pattern.owner_of(download.path, str(download.folder(extracted)))
            if owner is None:
                strangers += 1
                left_out.add_nobodys(download)
            else:
                candidates.append(_Candidate(download, owner, _order(owner)))
        except (AmbiguousNameError, RefusedUploadError) as refusal:
            left_out.add(download, str(refusal))
    if strangers:
        text = "Files without a student's id in their names: %d. The lines with 'Skipped' list them"
        left_out.log.warning(text, strangers)
    names = {(each.owner.student, each.owner.file) for each in candidates}
    versions: dict[tuple[str, str], list[_Candidate]] = {}
    for candidate in candidates:
        collected_as = _collected_as(candidate.owner, notebooks, names)
        why = _why_not_placed(candidate.owner.student, collected_as)
        if why:
            left_out.add(candidate.download, why)
        else:
            versions.setdefault((candidate.owner.student, collected_as), []).append(candidate)
    uploads = []
    for (_, collected_as), same in versions.items():
        newest = _newest(same, left_out)
        if newest:
            uploads.append(_upload(newest, collected_as))
    return _without_surplus(uploads, notebooks, left_out)


def _order(owner: Owner) -> tuple[datetime.datetime, int, str]:
    """Return what is larger for a newer upload. Refuse a time that does not exist."""
    moment = datetime.datetime.min
    if owner.timestamp:
        moment = _moment(owner.timestamp)
    return moment, len(owner.order), owner.order


def _moment(timestamp: str) -> datetime.datetime:
    """Read a time as nbgrader does: naive UTC."""
    text = BLACKBOARD_TIME.sub(r"\1 \2:\3:\4", timestamp)
    try:
        moment: datetime.datetime = parse_utc(text)
    except Exception as error:  # dateutil raises all kinds
        raise RefusedUploadError("has a time in its name that does not exist") from error
    return moment


def _collected_as(
    owner: Owner, notebooks: Collection[str], names: Collection[tuple[str, str]]
) -> str:
    """Return the path of an upload in the submission.

    What the system has added to the name of a file that was uploaded again is dropped if it is a
    notebook of the assignment without it, or an archive whose earlier version is there as well.
    Otherwise the student may have written it.
    """
    if owner.plain_file == owner.file:
        return owner.file
    if _is_notebook_of(owner.file, notebooks):
        return owner.file
    if _is_notebook_of(owner.plain_file, notebooks):
        return owner.plain_file
    earlier = owner.student, owner.plain_file
    if is_archive(owner.plain_file) and earlier in names:
        return owner.plain_file
    return owner.file


def _is_notebook_of(file: str, notebooks: Collection[str]) -> bool:
    return file.endswith(".ipynb") and file.removesuffix(".ipynb") in notebooks


def _why_not_placed(student: str, collected_as: str) -> str:
    """Return why a file cannot go into a student's submission, or ""."""
    if not is_student_id(student) or "/" in student:
        return "has no student ID in its name"
    why = why_unsafe(collected_as)
    if why:
        return why
    top = PurePosixPath(collected_as).parts[0]
    if top in FROM_SUBMIT or why_reserved(top, (), is_file=True, collected=False):
        return "has a name that only nbgrader and nbjudge may write"
    return ""


def _newest(same: Sequence[_Candidate], left_out: LeftOut) -> _Candidate | None:
    """Return the newest of some uploads with one place; None if nothing shows which it is."""
    ordered = sorted(same, key=lambda candidate: candidate.order)
    newest = ordered[-1]
    if len(ordered) > 1 and ordered[-2].order == newest.order:
        for candidate in ordered:
            left_out.add(candidate.download, TIED)
        return None
    for candidate in ordered[:-1]:
        left_out.add_replaced(candidate.download)
    return newest


def _upload(candidate: _Candidate, collected_as: str) -> Upload:
    owner = candidate.owner
    return Upload(
        archive=candidate.download.archive,
        path=candidate.download.path,
        student=owner.student,
        file=owner.file,
        before=owner.before,
        after=owner.after,
        collected_as=collected_as,
        timestamp=str(candidate.order[0]) if owner.timestamp else "",
    )


def _without_surplus(
    uploads: Sequence[Upload], notebooks: Collection[str], left_out: LeftOut
) -> list[Upload]:
    """Leave out what grading would not read, because a student has too many files."""
    counts: Counter[str] = Counter()
    kept = []
    for upload in sorted(uploads, key=lambda upload: _rank(upload, notebooks)):
        counts[upload.student] += 1
        if counts[upload.student] <= MAX_FILES:
            kept.append(upload)
        else:
            download = Download(upload.archive, upload.path)
            left_out.add(download, f"is one of more than {MAX_FILES} files of this student")
    return kept


def _rank(upload: Upload, notebooks: Collection[str]) -> tuple[bool, bool, str]:
    """Return what is smaller for a file that matters more, as where a submission is read."""
    collected_as = upload.collected_as
    return (
        not _is_notebook_of(collected_as, notebooks),
        ".ipynb" not in collected_as.lower(),
        collected_as,
    )
