"""What a student is told of an attempt while `nbjudge watch` runs: small files beside the feedback.

docs/watch.md lists the fields. The files lie in the exchange's folder of feedback, which the
course's account alone may write, and which others may enter but not list: a student finds the file
of an attempt by the secret that `nbgrader submit` has put beside it, as nbgrader finds the pages.

Entry points: `told_file`, `read_told`, `read_sign`; `write_told` and `write_sign` for who watches.
"""

import contextlib
import datetime
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from nbgrader.utils import notebook_hash

from .replace import read_json, replace_json
from .times import parse_time

SIGN = "watch.json"  # in the folder of feedback: that a watch runs
SILENT = 60  # seconds after which a sign says that no watch runs any more
VERSION = 1

State = Literal["waiting", "grading", "graded", "replaced", "refused"]
STATES = get_args(State)


@dataclass(frozen=True)
class AttemptStatus:
    """What a student is told of one attempt; docs/watch.md says what each field holds."""

    state: State
    assignment: str
    handed_in: str
    written: str
    place: int | None = None
    seconds: float | None = None
    not_before: str | None = None
    reason: str | None = None
    shown: str = "all"
    graded: str | None = None
    points: float | None = None
    possible: float | None = None
    waiting_points: float | None = None
    notebooks: list[dict[str, Any]] = field(default_factory=list)
    counts: bool | None = None
    newer: str | None = None
    student: str = ""
    version: int = VERSION


@dataclass(frozen=True)
class WatchSign:
    """That a watch runs: which assignments, how many attempts wait, and how many it grades."""

    written: str
    assignments: list[str] = field(default_factory=list)
    waiting: int = 0
    per_minute: float | None = None
    stopped: str | None = None
    version: int = VERSION

    def is_fresh(self, now: datetime.datetime) -> bool:
        """Whether it was written a moment before `now`, which is a naive UTC `datetime`."""
        try:
            age = now - parse_time(self.written)
        except ValueError:
            return False
        return abs(age.total_seconds()) < SILENT


Shape = TypeVar("Shape", AttemptStatus, WatchSign)


def told_file(feedback: Path, secret: str) -> Path:
    """Where the file of an attempt lies.

    Parameters
    ----------
    feedback
        The folder ``feedback/`` of the course in nbgrader's exchange.
    secret
        The text of ``submission_secret.txt`` of the attempt.
    """
    name = notebook_hash(secret=secret.strip(), notebook_id=SIGN)
    return feedback / f"{name}.json"


def read_told(path: Path) -> AttemptStatus | None:
    """Read what a student is told; None if there is no such file, or one that cannot be read."""
    told = _read(path, AttemptStatus)
    return told if told is not None and told.state in STATES else None


def read_sign(feedback: Path) -> WatchSign | None:
    """Read the sign of a watch; None if there is none."""
    return _read(feedback / SIGN, WatchSign)


def write_told(path: Path, told: AttemptStatus) -> None:
    """Put what a student is told where they find it, whole or not at all."""
    replace_json(path, asdict(told), mode=0o644)


def write_sign(feedback: Path, sign: WatchSign) -> None:
    """Say that a watch runs."""
    replace_json(feedback / SIGN, asdict(sign), mode=0o644)


def _read(path: Path, shape: type[Shape]) -> Shape | None:
    data = read_json(path) or {}
    with contextlib.suppress(TypeError):  # a field is lacking
        return shape(**{name: data[name] for name in shape.__dataclass_fields__ if name in data})
    return None
