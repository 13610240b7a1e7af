"""Copy the released notebooks into a folder to work in, and never lose what was done there.

    python tools/work_copy.py RELEASE WORK

A file that nobody has changed is replaced by its newer release. A file that was changed stays as it
is; its newer release is put beside it, as `name.new.ipynb`, and a line says so. What was handed out
is remembered in `WORK/.released.json`.
"""

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECORD = ".released.json"
UNWANTED = {".ipynb_checkpoints", "__pycache__"}


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 2:
        print("usage: work_copy.py RELEASE WORK", file=sys.stderr)
        return 2
    release, work = map(Path, arguments)
    if not release.is_dir():
        print(f"There is no folder {release} to copy from.", file=sys.stderr)
        return 2
    try:
        for sentence in update(release, work):
            print(sentence)
    except OSError as error:
        print(f"{error.filename} cannot be written or read: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def update(release: Path, work: Path) -> Iterator[str]:
    """Bring every file of `release` into `work` that is not there in its newest form.

    Parameters
    ----------
    release
        The folder of assignments as they are handed out.
    work
        The folder to work in; made if it is missing.

    Yields
    ------
    A sentence for every newer file that was put beside a changed one.
    """
    work.mkdir(parents=True, exist_ok=True)
    record = _read_record(work)
    for source in _files(release):
        path = source.relative_to(release)
        mine, handed_out = work / path, record.get(str(path))
        new = source.read_bytes()
        if not _exists(mine) or (mine.is_file() and _digest(mine.read_bytes()) == handed_out):
            _write(mine, new)
        elif handed_out != _digest(new) and not (mine.is_file() and mine.read_bytes() == new):
            beside = _put_beside(mine, new)
            yield (
                f"There is a newer {path}. Yours was changed and stays as it is; "
                f"the newer one is {beside.relative_to(work)}."
            )
        if record.get(str(path)) != _digest(new):
            record[str(path)] = _digest(new)
            # After every file: where this is stopped halfway, nothing is taken for handed out that
            # is not, and nothing handed out for changed.
            _write(work / RECORD, json.dumps(record, indent=1).encode())


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not UNWANTED.intersection(path.parts):
            yield path


def _exists(path: Path) -> bool:
    return os.path.lexists(path)  # a link to nowhere is somebody's too


def _put_beside(mine: Path, new: bytes) -> Path:
    """Write `new` beside the file `mine` under a name that is free; return its path."""
    number = 1
    while True:
        middle = ".new" if number == 1 else f".new-{number}"
        beside = mine.with_name(f"{mine.stem}{middle}{mine.suffix}")
        if not _exists(beside):
            _write(beside, new)
            return beside
        if beside.is_file() and beside.read_bytes() == new:
            return beside
        number += 1


def _write(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with open(descriptor, "wb") as part:
            part.write(content)
            os.fchmod(descriptor, 0o644)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def _read_record(work: Path) -> dict[str, str]:
    try:
        record = json.loads((work / RECORD).read_text())
    except (FileNotFoundError, ValueError):
        return {}  # then every file that differs counts as changed, and stays
    return record if isinstance(record, dict) else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
