"""Reading of JSON files that others may have damaged, and replacement of whole folders."""

import contextlib
import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

LARGEST_JSON = 5_000_000  # bytes


def read_json(path: Path) -> dict[str, Any] | None:
    """Read a JSON object from a file; return None if it is missing, malformed or too large."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None  # a link to another file, or a pipe that nobody writes to
        with open(path, "rb") as file:
            data = json.loads(file.read(LARGEST_JSON))
        if isinstance(data, dict):
            return data
    return None


def hidden_pair(folder: Path) -> tuple[Path, Path]:
    """Return the paths of the next and the previous content of a folder while it is replaced.

    Their names begin with a dot, so that no command takes them for a submission if a killed process
    leaves them behind.
    """
    start = f".{folder.name}.nbjudge-"
    return folder.with_name(f"{start}new"), folder.with_name(f"{start}old")


def replace_folder(folder: Path) -> None:
    """Put the next content of a folder, which is complete, in place of the present one."""
    new, old = hidden_pair(folder)
    if os.path.lexists(folder):
        folder.rename(old)
    new.rename(folder)
    remove(old)


def settle_folder(folder: Path) -> Path:
    """Undo the replacement of a folder at which a process was killed, if there was one.

    Returns the path, now unused, where the next content is written for `replace_folder`.
    """
    new, old = hidden_pair(folder)
    if os.path.lexists(old) and not os.path.lexists(folder):
        old.rename(folder)
    remove(new)
    remove(old)
    return new


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
