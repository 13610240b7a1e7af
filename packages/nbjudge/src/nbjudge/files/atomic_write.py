"""Atomic writes of small files: a reader sees the old content or the new one, also after a kill.

The new content goes into a file with a random name, which nobody can have put there before, and
that file is renamed.

Entry points: `replace_text`, `replace_json`; in an open folder, `replace_in` and
`remove_leftovers`.
"""

import contextlib
import fcntl
import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .tree import open_file

NEW = ".nbjudge-{}.new"
LEFT = re.compile(NEW.format("[0-9a-f]{16}"))
# O_EXCL and O_NOFOLLOW: a name that is there already, or a link of that name, is never written to.
AS_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def replace_json(path: Path, data: Mapping[str, Any], *, mode: int) -> None:
    """Write a JSON object to a file atomically, as `replace_text` does."""
    replace_text(path, json.dumps(data, sort_keys=True), mode=mode)


def replace_text(path: Path, text: str, *, mode: int) -> None:
    """Write a file atomically, and remove what killed writers have left in its folder.

    Another process that opens the file reads the whole old text or the whole new one. The umask
    does not change `mode`. If the file cannot be written (`OSError`), the old content stays.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        remove_leftovers(folder)
        replace_in(folder, path.name, text.encode(), mode=mode)
    finally:
        os.close(folder)


def replace_in(folder: int, name: str, content: bytes, *, mode: int) -> None:
    """Write a file of an open folder atomically; arguments and errors as in `replace_text`."""
    new = NEW.format(secrets.token_hex(8))
    try:
        with open(os.open(new, AS_NEW, 0o600, dir_fd=folder), "wb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # until it is renamed: see `remove_leftovers`
            os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.replace(new, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new, dir_fd=folder)
        raise


def remove_leftovers(folder: int) -> None:
    """Remove the new files of killed writers from an open folder; those of running ones stay."""
    for name in os.listdir(folder):
        if LEFT.fullmatch(name):
            with contextlib.suppress(OSError), open_file(name, folder) as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.unlink(name, dir_fd=folder)
