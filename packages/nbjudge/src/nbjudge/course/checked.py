"""Assignments that `nbjudge check` has seen, and whether their notebooks have changed since.

Entry points: `note_checked`, and `not_checked`, whose sentence a command prints once.
"""

import contextlib
import hashlib
import json
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from .digests import canonical
from .replace import read_json, replace_json

CHECKED = ".nbjudge-checked.json"  # in the course folder


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


def note_checked(coursedir: CourseDirectory, digest: str) -> None:
    """Note that an assignment was checked when its notebooks had a digest."""
    _note(coursedir, {"checked": digest})


def not_checked(coursedir: CourseDirectory) -> str | None:
    """Return a sentence if an assignment was never checked, or has changed since.

    It is returned once for each state of the notebooks, or again if that cannot be noted.
    """
    assignment, digest = coursedir.assignment_id, digest_of(coursedir)
    entry = _entry(coursedir)
    if not digest or digest in (entry.get("checked"), entry.get("said")):
        return None
    _note(coursedir, {"said": digest})
    state = "changed since it was" if "checked" in entry else "never"
    return (
        f"{assignment} was {state} checked, so right answers may lose points. "
        f"Run nbjudge check {assignment}."
    )


def _entry(coursedir: CourseDirectory) -> dict[str, str]:
    entry = (read_json(Path(coursedir.root, CHECKED)) or {}).get(coursedir.assignment_id)
    return entry if isinstance(entry, dict) else {}


def _note(coursedir: CourseDirectory, change: dict[str, str]) -> None:
    path = Path(coursedir.root, CHECKED)
    noted = (read_json(path) or {}) | {coursedir.assignment_id: _entry(coursedir) | change}
    with contextlib.suppress(OSError):
        replace_json(path, noted, mode=0o660 if coursedir.groupshared else 0o600)
