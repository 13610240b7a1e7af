"""Records of the attempts that `nbjudge watch` has finished, graded or refused.

Each attempt has a JSON file below `attempts/STUDENT/ASSIGNMENT/` in the course folder, named after
its time of submission. The file names the attempt's folder in the exchange, and holds its outcome.
Together with the exchange, these files are the whole state of a watch: there is no other list of
the attempts that it has seen.

Entry points: `Attempt`, `read_attempts`, `write_attempt`.
"""

import contextlib
import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from ..files.atomic_write import replace_json
from ..files.replace import read_json
from .status_files import AttemptStatus

ATTEMPTS = "attempts"  # nbgrader's step of this name


@dataclass
class Attempt:
    """Attempt that a watch has finished.

    `folder` is the name of its folder in the exchange, and `changed` the time of that folder's last
    change (ns since 1970 UTC): with another time, the folder has to be read again. `content` is a
    `digests.content_digest`. `status` is the full status, from which the student's status file is
    derived. `secret`, by which the student finds pages and status file, is None if the attempt had
    none. `seconds` is the time that grading took.
    """

    folder: str
    changed: int
    content: str
    status: AttemptStatus
    secret: str | None = None
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, int]:
        """The key that distinguishes the attempts of a student in the exchange."""
        return self.folder, self.changed


def attempts_folder(coursedir: CourseDirectory, student: str, assignment: str) -> Path:
    """Return the folder of a student's records of attempts at an assignment."""
    return Path(coursedir.root, coursedir.format_path(ATTEMPTS, student, assignment))


def read_attempts(folder: Path) -> list[Attempt]:
    """Read a student's attempts at an assignment, the oldest first; skip damaged files."""
    found = []
    for path in folder.glob("*.json"):
        with contextlib.suppress(TypeError, KeyError):
            data = read_json(path) or {}
            status = AttemptStatus(**data.pop("status"))
            found.append(Attempt(status=status, **data))
    return sorted(found, key=lambda attempt: attempt.status.submitted_at)


def write_attempt(folder: Path, attempt: Attempt, *, shared: bool) -> None:
    """Write the record of an attempt atomically into a student's `attempts_folder`.

    With `shared` (`CourseDirectory.groupshared`), the group may read and write the file too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # The time alone is no unique name: two folders may have been changed in the same tick of the
    # kernel's clock.
    which = hashlib.sha256(attempt.folder.encode("utf-8", "replace")).hexdigest()[:8]
    name = f"{attempt.status.submitted_at.replace(':', '')}-{which}.json"
    replace_json(folder / name, asdict(attempt), mode=0o660 if shared else 0o600)
