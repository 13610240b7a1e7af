"""The attempts of a class: one record for each that `nbjudge watch` is done with.

Below `attempts/STUDENT/ASSIGNMENT/` in the course folder lies a file of JSON for each, named by
its time of handing in. It says which folder of the exchange it was, and what came of it. With
the exchange these files are all that a watch knows: there is no list of what was seen.

Entry points: `Attempt`, `read_attempts`, `write_attempt`.
"""

import contextlib
import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory

from .replace import read_json, replace_json
from .status_files import AttemptStatus

ATTEMPTS = "attempts"  # nbgrader's step of this name


@dataclass
class Attempt:
    """An attempt that a watch is done with.

    Attributes
    ----------
    folder
        The name of its folder in the exchange.
    changed
        When that folder was last changed (ns since 1970 UTC): the same folder with another time
        has to be looked at again.
    content
        Names what was in it (`content_digest`).
    told
        All that could be told of it, whatever the student may see now.
    secret
        By which the student finds the pages and is told; None where the attempt brought none.
    digest
        The digest of its record when it was graded (`nbjudge.course.record.Record`).
    """

    folder: str
    changed: int
    content: str
    told: AttemptStatus
    secret: str | None = None
    digest: str | None = None
    student: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """What tells one attempt of a student from another in the exchange."""
        return self.folder, self.changed


def attempts_folder(coursedir: CourseDirectory, student: str, assignment: str) -> Path:
    """Where the attempts of a student are kept."""
    return Path(coursedir.root, coursedir.format_path(ATTEMPTS, student, assignment))


def content_digest(files: Mapping[str, bytes]) -> str:
    """Name the content of a submission."""
    digest = hashlib.sha256()
    for path, content in sorted(files.items()):
        digest.update(f"{path}\0{len(content)}\0".encode("utf-8", "replace") + content)
    return digest.hexdigest()


def read_attempts(folder: Path, student: str) -> list[Attempt]:
    """Read a student's attempts of an assignment, the oldest first; what is damaged is left out."""
    found = []
    for path in folder.glob("*.json"):
        with contextlib.suppress(TypeError, KeyError):
            data = read_json(path) or {}
            told = AttemptStatus(**data.pop("told"))
            found.append(Attempt(told=told, student=student, **data))
    return sorted(found, key=lambda attempt: attempt.told.handed_in)


def write_attempt(folder: Path, attempt: Attempt, *, shared: bool) -> None:
    """Keep an attempt, in one step; `shared` lets the group read it (groupshared).

    Raises
    ------
    OSError
        It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    data: dict[str, Any] = asdict(attempt)
    del data["student"]
    # Two folders may have been changed in the same tick of the kernel's clock.
    which = hashlib.sha256(attempt.folder.encode("utf-8", "replace")).hexdigest()[:8]
    name = f"{attempt.told.handed_in.replace(':', '')}-{which}.json"
    replace_json(folder / name, data, mode=0o660 if shared else 0o600)
