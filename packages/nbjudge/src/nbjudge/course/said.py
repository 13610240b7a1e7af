"""Sentences about a course and its machine that commands print once a day.

Entry point: `not_said_today`.
"""

import contextlib
import datetime
from collections.abc import Iterable
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from .replace import read_json, replace_json

SAID = ".nbjudge-said.json"  # in the course folder


def not_said_today(coursedir: CourseDirectory, sentences: Iterable[str]) -> list[str]:
    """Return the sentences that no command has printed today, and note that one prints them now.

    If that cannot be noted, they are printed again.

    Parameters
    ----------
    coursedir
        The course.
    sentences
        The sentences that are true now.
    """
    path, today = Path(coursedir.root, SAID), datetime.date.today().isoformat()
    noted = read_json(path) or {}
    before = noted.get("sentences") if noted.get("day") == today else None
    known = before if isinstance(before, list) else []
    new = [sentence for sentence in sentences if sentence not in known]
    if new:
        with contextlib.suppress(OSError):
            mode = 0o660 if coursedir.groupshared else 0o600
            replace_json(path, {"day": today, "sentences": known + new}, mode=mode)
    return new
