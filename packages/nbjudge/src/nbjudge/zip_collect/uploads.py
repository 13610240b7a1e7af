"""The list of what `nbgrader zip_collect` has collected from where, in a file beside `extracted/`.

It is replaced together with that folder, so that `nbjudge feedback --zip` can name the pages for
the learning management system days later. Entry points: `write_uploads`, `read_uploads`.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..files.atomic_write import replace_json


@dataclass
class Upload:
    """A file that a student has uploaded.

    `archive` is the name of the class's archive, or "" for a file that was downloaded by itself;
    `path` is the file's path there. The learning management system wrote `before` and `after`
    around `file`, the name or path that the student gave it. `collected_as` is its path in the
    student's submission. `timestamp` is the time in its name (naive UTC), or "". `notebooks` are
    the notebooks of the assignment (without ".ipynb") that this file is or contains.
    """

    archive: str
    path: str
    student: str
    file: str
    before: str
    after: str
    collected_as: str
    timestamp: str = ""
    notebooks: list[str] = field(default_factory=list)


def uploads_path(extracted: Path) -> Path:
    """Return the path of the list for a folder `extracted/`."""
    return extracted.with_name(f"{extracted.name}.json")


def write_uploads(extracted: Path, uploads: list[Upload]) -> None:
    """Write the list atomically, readable only by its owner."""
    entries = [asdict(upload) for upload in uploads]
    replace_json(uploads_path(extracted), {"uploads": entries}, mode=0o600)


def read_uploads(extracted: Path) -> list[Upload]:
    """Read the list; return an empty one if nothing was collected into that folder."""
    try:
        text = uploads_path(extracted).read_text()
    except FileNotFoundError:
        return []
    return [Upload(**entry) for entry in json.loads(text)["uploads"]]
