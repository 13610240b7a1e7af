"""Notes in the folder of a course: what commands have printed, and what `nbjudge check` has seen.

Entry points: `new_today`; `note_checked`, `note_checked_elsewhere`, `not_checked` and
`noted_results`.
"""

import contextlib
import datetime
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory

from ..files.atomic_write import replace_json
from ..files.digests import canonical
from ..files.replace import read_json

SAID = ".nbjudge-said.json"  # in the course folder


def new_today(coursedir: CourseDirectory, sentences: Iterable[str]) -> list[str]:
    """Return the sentences that no command has printed today, and note that one prints them now.

    If that cannot be noted, they are printed again.
    """
    noted = _read_notes(coursedir)
    today = datetime.date.today().isoformat()
    before = noted.get("sentences") if noted.get("day") == today else None
    known = before if isinstance(before, list) else []
    new = [sentence for sentence in sentences if sentence not in known]
    if new:
        _note(coursedir, {"day": today, "sentences": known + new})
    return new


def note_checked(
    coursedir: CourseDirectory,
    digests: Mapping[str, str],
    results: Mapping[str, Any] | None = None,
) -> None:
    """Note that notebooks of an assignment were checked.

    Parameters
    ----------
    coursedir
        The course; `coursedir.assignment_id` is the assignment.
    digests
        The digest that each notebook had, as `digests_of` returns it.
    results
        The results by notebook, as JSON values; None if there are none.
    """
    assignment = coursedir.assignment_id
    new = {"checked": digests, "results": results or {}}
    notes = {what: _noted(coursedir, what) | {**each} for what, each in new.items()}
    _note(coursedir, {f"{what} {assignment}": each for what, each in notes.items()})


def note_checked_elsewhere(course: Path, assignment: str) -> None:
    """Note that an assignment was checked on another machine, or by tests of its author.

    `nbjudge grade` then asks for no `nbjudge check`, until a notebook in `source/` changes.

    Parameters
    ----------
    course
        The course folder.
    assignment
        The name of the assignment, whose notebooks are in `source/`.

    Examples
    --------
    >>> import tempfile
    >>> note_checked_elsewhere(Path(tempfile.mkdtemp()), "ps1")
    """
    coursedir = CourseDirectory(root=str(course), assignment_id=assignment)
    note_checked(coursedir, digests_of(coursedir))


def noted_results(coursedir: CourseDirectory) -> dict[str, Any]:
    """Return the results of the last check of each notebook of `coursedir.assignment_id`."""
    return _noted(coursedir, "results")


def not_checked(coursedir: CourseDirectory) -> str | None:
    """Return a sentence if notebooks of an assignment were never checked, or have changed since.

    It is returned once a day, or again if that cannot be noted.
    """
    assignment = coursedir.assignment_id
    checked = _noted(coursedir, "checked")
    stale = [name for name, digest in digests_of(coursedir).items() if checked.get(name) != digest]
    sentence = (
        f"{assignment} has not been checked since its last change ({', '.join(stale)}), so correct "
        f"answers may lose points. Run nbjudge check {assignment}."
    )
    return next(iter(new_today(coursedir, [sentence] if stale else [])), None)


def digests_of(coursedir: CourseDirectory) -> dict[str, str]:
    """Return a digest of each notebook of `coursedir.assignment_id` in `source/`."""
    folder = coursedir.format_path(coursedir.source_directory, ".", coursedir.assignment_id)
    return {
        path.stem: hashlib.sha256(canonical(cells_of(json.loads(path.read_bytes())))).hexdigest()
        for path in sorted(Path(folder).glob("*.ipynb"))
    }


def cells_of(notebook: Mapping[str, Any]) -> list[Any]:
    """Return what decides on the results of a notebook, as JSON values.

    What a run of a notebook changes in it, such as its outputs, is left out.
    """
    return [
        [*(cell["metadata"].get(key) for key in ("nbgrader", "tags")), "".join(cell["source"])]
        for cell in notebook.get("cells", [])
    ]


def _noted(coursedir: CourseDirectory, what: str) -> dict[str, Any]:
    """Return what is noted on the notebooks of the assignment, by notebook."""
    noted = _read_notes(coursedir).get(f"{what} {coursedir.assignment_id}")
    return noted if isinstance(noted, dict) else {}


def _read_notes(coursedir: CourseDirectory) -> dict[str, Any]:
    return read_json(Path(coursedir.root, SAID)) or {}


def _note(coursedir: CourseDirectory, change: dict[str, Any]) -> None:
    mode = 0o660 if coursedir.groupshared else 0o600
    with contextlib.suppress(OSError):
        replace_json(Path(coursedir.root, SAID), _read_notes(coursedir) | change, mode=mode)
