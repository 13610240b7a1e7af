"""Atomic replacement of small files and folders: a reader sees the old content or the new one."""

import contextlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST_JSON = 5_000_000  # bytes


def read_json(path: Path) -> dict[str, Any] | None:
    """Read a JSON object from a file; return None if it is missing, malformed or too large."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        with open(path, "rb") as file:
            data = json.loads(file.read(LARGEST_JSON))
        if isinstance(data, dict):
            return data
    return None


def replace_json(path: Path, data: Mapping[str, Any], *, mode: int) -> None:
    """Write a JSON object to a file atomically, as `replace_text` does."""
    replace_text(path, json.dumps(data, sort_keys=True), mode=mode)


def replace_text(path: Path, text: str, *, mode: int) -> None:
    """Write a file atomically.

    Parameters
    ----------
    path
        The file. Another process that opens it reads the whole old text or the whole new one.
    text
        Its new content.
    mode
        Its permissions, which the umask does not change.

    Raises
    ------
    OSError
        If it cannot be written; the old content stays.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        with open(new, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), mode)  # before the text, which nobody else may read meanwhile
            file.write(text)
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def hidden_pair(folder: Path) -> tuple[Path, Path]:
    """Return the paths of the next and the previous content of a folder while it is replaced.

    Their names begin with a dot, so that no command takes them for a submission if a killed process
    leaves them behind.
    """
    start = f".{folder.name}.nbjudge-"
    return folder.with_name(f"{start}new"), folder.with_name(f"{start}old")


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
