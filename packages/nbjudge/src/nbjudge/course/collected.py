"""Record of the submissions that nbjudge has copied from the exchange, outside of `submitted/`.

`plugins.exchange.Collect` and `nbjudge watch` take the time of a submission from the kernel. Any
file in `submitted/` may be a student's, because other commands copy what students hand in there as
well. The record next to a student's attempts therefore decides which times are the kernel's: a JSON
line for each copy, with the time and the SHA-256 of each file.

Entry points: `note_collected`, `collected_time`.
"""

import datetime
import json
from collections.abc import Mapping
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from .attempts import attempts_folder
from .audit import append_line, digests
from .file_names import TIMESTAMP
from .submission import TIME_FORMAT

SUFFIX = ".collected.jsonl"


def note_collected(
    coursedir: CourseDirectory, student: str, assignment: str, files: Mapping[str, bytes]
) -> None:
    """Record the files of a submission before they are copied into the course.

    Parameters
    ----------
    coursedir, student, assignment
        The submission.
    files
        Its files as `submission.collected_files` returns them.

    Raises
    ------
    OSError
        If the record cannot be written.
    """
    path = _record(coursedir, student, assignment)
    path.parent.mkdir(parents=True, exist_ok=True)
    entry = {
        "student": student,
        "assignment": assignment,
        "handed_in": files[TIMESTAMP].decode(),
        "files": sorted(set(digests(files).values())),
    }
    append_line(path.parent, entry, path.name)


def collected_time(
    coursedir: CourseDirectory, student: str, assignment: str, files: Mapping[str, bytes]
) -> datetime.datetime | None:
    """Return the kernel's time of a submission, or None if it is not as it was collected.

    A file that an instructor has renamed or removed changes nothing. One whose content was not
    collected with this time does.

    Parameters
    ----------
    coursedir, student, assignment
        The submission.
    files
        Its files in the course: relative path to content.

    Returns
    -------
    A naive UTC `datetime`, or None.
    """
    try:
        lines = _record(coursedir, student, assignment).read_bytes().splitlines()
    except OSError:
        return None
    found = set(digests(files).values())
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:  # half a line, of a machine that lost its power
            continue
        said = entry["handed_in"]
        if files.get(TIMESTAMP) == said.encode() and found <= set(entry["files"]):
            return datetime.datetime.strptime(said, TIME_FORMAT)
    return None


def _record(coursedir: CourseDirectory, student: str, assignment: str) -> Path:
    folder = attempts_folder(coursedir, student, assignment)
    return folder.with_name(folder.name + SUFFIX)
