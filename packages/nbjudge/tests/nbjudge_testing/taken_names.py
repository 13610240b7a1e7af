"""Submissions whose files have the names that nbjudge and nbgrader write themselves.

Entry points: `NAMES`, `SHAPES`, `put`, `forged`.
"""

import os
import random
from pathlib import Path

NAMES = (
    *("timestamp.txt", "submission_secret.txt", "collected.json", "nbjudge.json"),
    *(".nbjudge-pages.json", ".nbjudge-new", "adding.html", "doubling.html"),
)
FORGED = "<h1>10 of 10 points</h1><script>alert(document.domain)</script>"
NO_TEXT = random.Random(8).randbytes(300) + b"\xff"


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "x.txt").write_text(FORGED)


SHAPES = {
    "file": lambda path: path.write_text(FORGED),
    "empty": lambda path: path.write_bytes(b""),
    "bytes": lambda path: path.write_bytes(NO_TEXT),
    "folder": _folder,
    "link": lambda path: path.symlink_to("/etc/passwd"),
}
# `nbgrader submit` writes these: a file of that name is read, and believed no more than its bytes.
ALLOWED = {(name, shape) for name in NAMES[:2] for shape in ("file", "empty", "bytes")}


def put(folder: Path, name: str, shape: str) -> None:
    """Put an entry of that name and shape into a submission, in place of what is there."""
    path = folder / name
    if os.path.lexists(path):
        path.unlink()
    SHAPES[shape](path)


def forged(folder: Path) -> list[str]:
    """The files below a folder that hold what was submitted under one of the names."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or (path.is_file() and _is_forged(path)):
            found.append(str(path.relative_to(folder)))
    return found


def _is_forged(path: Path) -> bool:
    content = path.read_bytes()
    return content in (FORGED.encode(), NO_TEXT) or b"alert(document.domain)" in content
