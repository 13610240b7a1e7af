"""Record of the submissions that nbjudge has copied from the exchange, outside of `submitted/`.

`plugins.exchange.JudgeExchangeCollect` and `nbjudge watch` take the time of a submission from the
kernel. Any file in `submitted/` may be a student's, because other commands copy what students
submit there as well. The record next to a student's attempts therefore decides which times are the
kernel's: a JSON line for each copy, with the time and the SHA-256 of each file.

Entry points: `store_collected`, `collected_time`.
"""

import datetime
import json
from collections.abc import Mapping
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from ..files.digests import digests
from ..files.file_names import TIMESTAMP
from ..files.submission import TIME_FORMAT, SubmittedFiles, collected_files, replace_submission
from ..gradebook.audit import append_line
from .attempts import attempts_folder

SUFFIX = ".collected.jsonl"


def store_collected(
    coursedir: CourseDirectory, assignment: str, submission: SubmittedFiles
) -> Path:
    """Record the files of a submission, copy them into the course, and return the new folder."""
    student = submission.student
    files = collected_files(submission)
    path = _record(coursedir, student, assignment)
    path.parent.mkdir(parents=True, exist_ok=True)
    entry = {
        "student": student,
        "assignment": assignment,
        "handed_in": files[TIMESTAMP].decode(),
        "files": sorted(set(digests(files).values())),
    }
    append_line(path.parent, entry, path.name)
    target = Path(coursedir.format_path(coursedir.submitted_directory, student, assignment))
    replace_submission(target, files, shared=coursedir.groupshared)
    return target


def collected_time(
    coursedir: CourseDirectory, student: str, assignment: str, files: Mapping[str, bytes]
) -> datetime.datetime | None:
    """Return the kernel's time of a submission, or None if it is not as it was collected.

    The time is naive UTC. A file that an instructor has renamed or removed changes nothing. One
    whose content was not collected with this time does.
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
