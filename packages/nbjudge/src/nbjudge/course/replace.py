"""Small files that one process writes and others read: they are there whole, or as they were."""

import contextlib
import json
import os
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
        with open(new, "w") as file:
            os.fchmod(file.fileno(), mode)
            file.write(text)
        os.replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
