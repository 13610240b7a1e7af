"""Atomic replacement of small files and of folders: others find the old content or the new one."""

import contextlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST_JSON = 5_000_000  # bytes


def read_json(path: Path) -> dict[str, Any] | None:
    """Read an object of JSON; None if there is no such file, or one that cannot be read."""
    with contextlib.suppress(OSError, ValueError, RecursionError):
        with open(path, "rb") as file:
            data = json.loads(file.read(LARGEST_JSON))
        if isinstance(data, dict):
            return data
    return None


def replace_json(path: Path, data: Mapping[str, Any], *, mode: int) -> None:
    """Write an object of JSON into a file in one step, as `replace_text` does."""
    replace_text(path, json.dumps(data, sort_keys=True), mode=mode)


def replace_text(path: Path, text: str, *, mode: int) -> None:
    """Write a file in one step; `mode` is that of the file.

    Raises
    ------
    OSError
        It cannot be written; what was there before stays.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        with open(new, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), mode)
            file.write(text)
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def hidden_pair(folder: Path) -> tuple[Path, Path]:
    """Name the folders that hold the next and the last content of a folder while it is replaced.

    They are hidden, so that no command takes for a submission what a killed one has left.
    """
    start = f".{folder.name}.nbjudge-"
    return folder.with_name(f"{start}new"), folder.with_name(f"{start}old")


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
