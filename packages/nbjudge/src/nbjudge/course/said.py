"""Notes in the folder of a course: what commands have printed, and what `nbjudge check` has seen.

Entry points: `not_said_today`; `note_checked` and `not_checked`.
"""

import contextlib
import datetime
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory

from .atomic_write import replace_json
from .digests import canonical
from .replace import read_json

SAID = ".nbjudge-said.json"  # in the course folder


def not_said_today(coursedir: CourseDirectory, sentences: Iterable[str]) -> list[str]:
    """Return the sentences that no command has printed today, and note that one prints them now.

    If that cannot be noted, they are printed again.
    """
    noted, today = _read(coursedir), datetime.date.today().isoformat()
    before = noted.get("sentences") if noted.get("day") == today else None
    known = before if isinstance(before, list) else []
    new = [sentence for sentence in sentences if sentence not in known]
    if new:
        _note(coursedir, {"day": today, "sentences": known + new})
    return new


def note_checked(coursedir: CourseDirectory, digest: str) -> None:
    """Note that an assignment was checked when its notebooks had a digest."""
    _note(coursedir, {f"checked {coursedir.assignment_id}": digest})


def not_checked(coursedir: CourseDirectory) -> str | None:
    """Return a sentence if an assignment was never checked, or has changed since.

    It is returned once for each state of the notebooks, or again if that cannot be noted.
    """
    assignment, digest, noted = coursedir.assignment_id, digest_of(coursedir), _read(coursedir)
    checked, said = (noted.get(f"{what} {assignment}") for what in ("checked", "said"))
    if not digest or digest in (checked, said):
        return None
    _note(coursedir, {f"said {assignment}": digest})
    state = "changed since it was" if checked else "never"
    return (
        f"{assignment} was {state} checked, so right answers may lose points. "
        f"Run nbjudge check {assignment}."
    )


def digest_of(coursedir: CourseDirectory) -> str:
    """Return a digest of the notebooks of `coursedir.assignment_id` in `source/`; "" without any.

    What a run of a notebook changes in it, such as its outputs, has no effect.
    """
    folder = coursedir.format_path(coursedir.source_directory, ".", coursedir.assignment_id)
    found = []
    for path in sorted(Path(folder).glob("*.ipynb")):
        for cell in json.loads(path.read_bytes()).get("cells", []):
            kind, tags = (cell["metadata"].get(key) for key in ("nbgrader", "tags"))
            found.append((path.name, kind, tags, "".join(cell["source"])))
    return hashlib.sha256(canonical(found)).hexdigest() if found else ""


def _read(coursedir: CourseDirectory) -> dict[str, Any]:
    return read_json(Path(coursedir.root, SAID)) or {}


def _note(coursedir: CourseDirectory, change: dict[str, Any]) -> None:
    mode = 0o660 if coursedir.groupshared else 0o600
    with contextlib.suppress(OSError):
        replace_json(Path(coursedir.root, SAID), _read(coursedir) | change, mode=mode)
