"""Copy the released notebooks into a folder to work in, and never lose what was done there.

    python tools/work_copy.py RELEASE WORK

A newer edition of a notebook is brought around what the student has written: answers, guesses, and
cells of their own stay. The notebook as it was is kept as `name.old.ipynb`, a line says so, and
JupyterLab says so when the notebook is opened. Any other file that was changed is kept in the same
manner; so notebooks and the files that belong to them are always of one edition. What was handed
out is kept in `WORK/.released/`.
"""

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import editions

HANDED_OUT = ".released"
UNWANTED = {".ipynb_checkpoints", "__pycache__", HANDED_OUT}


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    if len(arguments) != 2:
        print(f"usage: {Path(sys.argv[0]).name} RELEASE WORK", file=sys.stderr)
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
    """Bring every file of `release` into `work` that is not there in its newest edition.

    Parameters
    ----------
    release
        The folder of assignments as they are handed out.
    work
        The folder to work in; made if it is missing.

    Yields
    ------
    A sentence for every file that a newer edition has met changed.
    """
    work.mkdir(parents=True, exist_ok=True)
    for source in _files(release):
        path = source.relative_to(release)
        mine, record = work / path, work / HANDED_OUT / path
        new = source.read_bytes()
        handed_out = record.read_bytes() if record.is_file() else None
        if not os.path.lexists(mine):  # a link to nowhere is somebody's too
            _write(mine, new)
        elif not mine.is_file():
            yield f"{path} is yours and no file: the newer edition of it was left out."
            continue
        elif new != handed_out:
            yield from _renew(mine, path, handed_out, new)
        if new != handed_out:
            # After the file: where this is stopped halfway, nothing is taken for handed out that
            # is not.
            _write(record, new)


def _renew(mine: Path, path: Path, handed_out: bytes | None, new: bytes) -> Iterator[str]:
    """Bring a newer edition to the file `mine`; say so if somebody has changed that."""
    old = mine.read_bytes()
    if old in (new, handed_out):
        _write(mine, new)
        return
    is_notebook = mine.suffix == ".ipynb"
    notebook, newer = (editions.read(each) if is_notebook else None for each in (old, new))
    before = editions.read(handed_out) if is_notebook and handed_out is not None else None
    if notebook is None or newer is None:
        kept = _keep(mine, old)
        _write(mine, new)
        why = "which cannot be read" if is_notebook else "which you have changed"
        yield f"There is a newer {path}, and it is in place. Yours, {why}, is {kept} now."
        return
    merged = editions.merge(notebook, before, newer)
    if before is not None and not editions.is_changed(notebook, before):
        _write(mine, _text(merged))  # with the outputs that are there
        return
    kept = _keep(mine, old)
    # The button Validate's extension says it once, and takes it out.
    merged["metadata"] = {**merged["metadata"], "nbjudge": {"kept_as": kept}}
    _write(mine, _text(merged))
    yield (
        f"There is a newer {path}: what you have written is in it. The notebook as it was is "
        f"{kept} now."
    )


def _text(notebook: editions.Notebook) -> bytes:
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not UNWANTED.intersection(path.relative_to(folder).parts):
            yield path


def _keep(mine: Path, content: bytes) -> str:
    """Copy what is in the file `mine` beside it under a name that is free; return the name."""
    number = 1
    while True:
        middle = ".old" if number == 1 else f".old-{number}"
        beside = mine.with_name(f"{mine.stem}{middle}{mine.suffix}")
        if not os.path.lexists(beside):
            _write(beside, content)
            return beside.name
        if beside.is_file() and beside.read_bytes() == content:
            return beside.name
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
