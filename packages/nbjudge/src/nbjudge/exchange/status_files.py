"""Status files: what `nbjudge watch` tells a student about an attempt.

docs/public-api.md lists the fields. The files are in the exchange's feedback folder, next to the
feedback pages. Only the course's account can write there, and others can open a file but not list
the folder. Students therefore find the status file of their attempt as nbgrader finds its pages:
its name is derived from the secret that `nbgrader submit` stores with the attempt.

Entry points: `status_path`, `read_status`, `read_heartbeat`. The watch writes with
`nbjudge.watch.status_writer`.
"""

import contextlib
import datetime
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from nbgrader.utils import notebook_hash

from ..files.replace import read_json
from ..files.times import parse_time

HEARTBEAT = "watch.json"  # in the feedback folder: the sign that a watch is running
SILENT = 60  # a sign that is older than so many seconds means that no watch is running
VERSION = 1

State = Literal["waiting", "grading", "graded", "replaced", "refused"]
STATES = get_args(State)


@dataclass(frozen=True)
class AttemptStatus:
    """Status of one attempt, as the student may see it; docs/public-api.md explains each field."""

    state: State
    assignment: str
    submitted_at: str
    written: str
    queue_position: int | None = None
    seconds: float | None = None
    not_before: str | None = None
    reason: str | None = None
    feedback: str = "full"
    graded: str | None = None
    points: float | None = None
    possible: float | None = None
    pending_points: float | None = None
    later_points: float | None = None
    notebooks: list[dict[str, Any]] = field(default_factory=list)
    superseded_at: str | None = None
    due: str | None = None
    student: str = ""
    version: int = VERSION


@dataclass(frozen=True)
class Heartbeat:
    """Heartbeat of a watch: its assignments, the number of pending attempts, and its speed.

    `written` is the time of the heartbeat, `per_minute` the number of attempts graded per minute,
    and `stopped` a sentence that says why the watch cannot go on, or None. `due` maps assignments
    to their due dates.
    """

    written: str
    assignments: list[str] = field(default_factory=list)
    waiting: int = 0
    per_minute: float | None = None
    stopped: str | None = None
    due: dict[str, str] = field(default_factory=dict)
    version: int = VERSION

    def is_fresh(self, now: datetime.datetime) -> bool:
        """Return True if it was written at most `SILENT` seconds before or after `now`.

        Parameters
        ----------
        now
            The present time, a naive UTC `datetime`.
        """
        try:
            age = now - parse_time(self.written)
        except ValueError:
            return False
        return abs(age.total_seconds()) < SILENT


Shape = TypeVar("Shape", AttemptStatus, Heartbeat)


def status_path(feedback: Path, secret: str) -> Path:
    """Return the path of an attempt's status file.

    Parameters
    ----------
    feedback
        The folder ``feedback/`` of the course in nbgrader's exchange.
    secret
        The text of ``submission_secret.txt`` of the attempt.
    """
    name = notebook_hash(secret=secret.strip(), notebook_id=HEARTBEAT)
    return feedback / f"{name}.json"


def read_status(path: Path) -> AttemptStatus | None:
    """Read a status file; return None if it is missing or malformed."""
    status = _read_shape(path, AttemptStatus)
    return status if status is not None and status.state in STATES else None


def read_heartbeat(feedback: Path) -> Heartbeat | None:
    """Read the sign of a watch; return None if there is none."""
    return _read_shape(feedback / HEARTBEAT, Heartbeat)


def _read_shape(path: Path, shape: type[Shape]) -> Shape | None:
    data = read_json(path) or {}
    with contextlib.suppress(TypeError):  # a field is missing
        return shape(**{name: data[name] for name in shape.__dataclass_fields__ if name in data})
    return None
