"""A student's attempt under `nbjudge watch`, and the records of those that are finished.

Each finished attempt, graded or refused, has a JSON file below `attempts/STUDENT/ASSIGNMENT/` in
the course folder, named after its time of submission. The file names the attempt's folder in the
exchange, and holds its outcome. Together with the exchange, these files are the whole state of a
watch: there is no other list of the attempts that it has seen.

Entry points: `Attempt`, `read_attempts`, `write_attempt`.
"""

import contextlib
import datetime
import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from nbgrader.coursedir import CourseDirectory

from ..files.atomic_write import replace_json
from ..files.replace import read_json
from ..files.times import time_text, utc_now, utc_time
from ..gradebook.record import Record
from .inbound import InboundFolder
from .status_files import AttemptStatus, State

ATTEMPTS = "attempts"  # nbgrader's step of this name
# The fields in the file.
RECORDED = ("folder", "changed", "content", "status", "secret", "seconds", "early_reasons")

Place = tuple[str, str]  # an assignment and a student
Taken = tuple[datetime.datetime, float]  # when an attempt was graded, and the seconds it took


class AttemptPages(NamedTuple):
    """The result of making an attempt's pages.

    A worker process of the watch sends it to the main process, so it is no part of `Attempt`.
    """

    notebooks: list[dict[str, Any]]  # as in `AttemptStatus`
    error: str | None = None
    lost: Mapping[str, str] = {}  # notebooks whose page could not be made, with the reason
    seconds: float = 0.0  # the time that it took


@dataclass
class Attempt:
    """A student's attempt at an assignment, from its folder in the exchange to its result.

    `status.state` says how far it is: it waits in the queue, is being graded (until its pages are
    made), and ends as graded, replaced or refused. Its record has the fields in `RECORDED`; the
    others are in the watch's memory only.
    """

    folder: str  # its name in the exchange
    # The last change of that folder (ns since 1970 UTC). With another time, it is read again.
    changed: int
    content: str  # a `digests.content_digest`; "" until its files are read
    status: AttemptStatus  # in full; the student's status file is derived from it
    secret: str | None = None  # by which the student finds pages and status file, if there is one
    seconds: float = 0.0  # the time that grading and its pages took
    # Its reasons as the student may read them before the due date (`visible.visible_reasons`).
    early_reasons: dict[str, str | None] = field(default_factory=dict)

    # While it waits:
    inbound: InboundFolder | None = None  # its folder; None for one that was read from its record
    # The time since which the student waits (ns since 1970 UTC): a newer attempt keeps the position
    # of the older one that it replaces.
    since: int = 0
    turn: datetime.datetime | None = None  # from when it may be graded (naive UTC); None: at once
    taken: tuple[Taken, ...] = ()  # the grading of the student's earlier attempts

    # Until its pages are made:
    record: Record | None = None  # set once its grade is stored
    tries: int = 0  # requests for its pages

    @classmethod
    def of_folder(cls, assignment: str, inbound: InboundFolder) -> "Attempt":
        """Return the attempt of a folder that was not read yet; it has no secret."""
        status = AttemptStatus(
            "waiting",
            assignment,
            time_text(utc_time(inbound.changed)),
            time_text(utc_now()),
            student=inbound.student,
        )
        return cls(inbound.path.name, inbound.changed, "", status, inbound=inbound)

    @property
    def place(self) -> Place:
        """The assignment and the student."""
        return self.status.assignment, self.status.student

    @property
    def key(self) -> tuple[str, int]:
        """The key that distinguishes the attempts of a student in the exchange."""
        return self.folder, self.changed

    def status_now(self, state: State, **more: Any) -> AttemptStatus:
        """Return a status in this state, written now; `more` are fields of `AttemptStatus`."""
        return AttemptStatus(
            state,
            self.status.assignment,
            self.status.submitted_at,
            time_text(utc_now()),
            student=self.status.student,
            **more,
        )

    def end_graded(self, made: AttemptPages, feedback: str) -> None:
        """Set the status and the time of an attempt whose grade is stored and whose pages are made.

        `feedback` is the part that students see now. An attempt whose pages are made again keeps
        the time at which it was graded.
        """
        assert self.record is not None
        reasons = list(self.record.reasons)
        if made.error:
            reasons.append("The pages could not be generated. Ask your instructor")
        reasons += [f"No page could be generated: {name} {why}" for name, why in made.lost.items()]
        points = sum(notebook["points"] for notebook in made.notebooks)
        status = self.status_now(
            "graded",
            reason="; ".join(reasons) or None,
            feedback=feedback,
            points=None if made.error else points,
            possible=sum(notebook["possible"] for notebook in made.notebooks) or None,
            pending_points=sum(notebook["pending_points"] for notebook in made.notebooks),
            later_points=sum(notebook["later_points"] for notebook in made.notebooks),
            notebooks=made.notebooks,
        )
        self.status = replace(status, graded=self.status.graded or status.written)
        self.seconds = (self.record.measured.seconds or 0.0) + made.seconds


def attempts_folder(coursedir: CourseDirectory, student: str, assignment: str) -> Path:
    """Return the folder of a student's records of attempts at an assignment."""
    return Path(coursedir.root, coursedir.format_path(ATTEMPTS, student, assignment))


def can_submit_again(coursedir: CourseDirectory, student: str, assignment: str) -> bool:
    """Return True if `nbjudge watch` has graded an attempt, so that more attempts may follow."""
    return attempts_folder(coursedir, student, assignment).is_dir()


def read_attempts(folder: Path) -> list[Attempt]:
    """Read a student's attempts at an assignment, the oldest first; skip damaged files."""
    attempts = []
    for path in folder.glob("*.json"):
        with contextlib.suppress(TypeError, KeyError):
            data = read_json(path) or {}
            status = AttemptStatus(**data.pop("status"))
            attempts.append(Attempt(status=status, **data))
    return sorted(attempts, key=lambda attempt: attempt.status.submitted_at)


def write_attempt(folder: Path, attempt: Attempt, *, shared: bool) -> None:
    """Write the record of an attempt atomically into a student's `attempts_folder`.

    With `shared` (`CourseDirectory.groupshared`), the group may read and write the file too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # The time alone is no unique name: two folders may have been changed in the same tick of the
    # kernel's clock.
    which = hashlib.sha256(attempt.folder.encode("utf-8", "replace")).hexdigest()[:8]
    file_name = f"{attempt.status.submitted_at.replace(':', '')}-{which}.json"
    fields = {name: getattr(attempt, name) for name in RECORDED}
    fields["status"] = asdict(attempt.status)
    replace_json(folder / file_name, fields, mode=0o660 if shared else 0o600)
