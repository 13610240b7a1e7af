"""Copy the released notebooks into a working folder, without losing any work there.

    python tools/students/work_copy.py RELEASE WORK

A newer edition of a notebook is merged with the student's work: answers, guesses, and added cells
are kept. The notebook before the merge is kept as `name.old.ipynb`; a line on the terminal and a
notice in JupyterLab say so. Any other changed file is kept in the same way and replaced, so
notebooks and their files always belong to one edition. A Python file that the newer edition no
longer has is removed. `WORK/.released/` has the files as they were handed out. In the copies that
`make lab` makes, a last cell leads back to START.md and to the model answers.
"""

import argparse
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import merge_release

HANDED_OUT = ".released"
START = "START.md"  # start.py writes it: it holds no work
UNWANTED = {".ipynb_checkpoints", "__pycache__", HANDED_OUT}


def main(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(
        description="Copy released notebooks into a working folder, and keep all work there."
    )
    parser.add_argument("release", type=Path, help="the folder with the released assignments")
    parser.add_argument("work", type=Path, help="the folder to copy them to")
    given = parser.parse_args(arguments)
    if not given.release.is_dir():
        print(f"There is no folder {given.release} to copy from.", file=sys.stderr)
        return 2
    # The notebooks of an archive, where this file is called differently, have their last cell.
    prepare = None if Path(__file__).name == "__main__.py" else _with_last_cell
    try:
        for sentence in update(given.release, given.work, prepare):
            print(sentence)
    except OSError as error:
        print(f"{error.filename} cannot be written or read: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def _with_last_cell(path: Path, content: bytes) -> bytes:
    import closing_cell  # not part of an archive

    if path.suffix != ".ipynb" or merge_release.read(content) is None:
        return content
    start = Path(*[".."] * len(path.parent.parts), START).as_posix()
    answers = closing_cell.IN_REPOSITORY.format(assignment=path.parent)
    return closing_cell.add(content, start, answers)


def update(
    release: Path, work: Path, prepare: Callable[[Path, bytes], bytes] | None = None
) -> Iterator[str]:
    """Bring every file of `work` to the edition in `release`, and add missing ones.

    Yield a sentence for every file that the student had changed and that has a newer edition.
    `work` is created if it is missing. `prepare` is called with the path of a file in `release` and
    its content, and returns the content to hand out.
    """
    work.mkdir(parents=True, exist_ok=True)
    for source in _files(release):
        path = source.relative_to(release)
        mine, record = work / path, work / HANDED_OUT / path
        new = source.read_bytes()
        if prepare:
            new = prepare(path, new)
        handed_out = record.read_bytes() if record.is_file() else None
        if not os.path.lexists(mine):  # a dangling link may be the student's, too
            _write(mine, new)
        elif not mine.is_file():
            yield (
                f"{path} is a folder or link of yours, so the newer version was not copied. Rename "
                "it and run this again."
            )
            continue
        elif new != handed_out:
            yield from _renew(mine, path, handed_out, new)
        if new != handed_out:
            # Write the record after the file. If this is interrupted in between, the record is too
            # old, and no file counts as handed out that was not.
            _write(record, new)
    for path in _dropped(release, work):
        yield from _remove(work, path)


def _dropped(release: Path, work: Path) -> list[Path]:
    """Return the Python files that were handed out and that the newer edition has no longer.

    Folders that are not in `release` are left alone: they belong to other assignments.
    """
    records = work / HANDED_OUT
    paths = [path.relative_to(records) for path in sorted(records.rglob("*.py"))]
    return [
        path for path in paths if (release / path.parent).is_dir() and not (release / path).exists()
    ]


def _remove(work: Path, path: Path) -> Iterator[str]:
    """Remove a file that the newer edition has no longer; yield a sentence if it was changed."""
    mine, record = work / path, work / HANDED_OUT / path
    if mine.is_file() and not mine.is_symlink():
        content = mine.read_bytes()
        if content != record.read_bytes():
            kept = _keep(mine, content)
            yield f"{path} is no longer needed. Your changed copy is now {kept}."
        mine.unlink()
    record.unlink()


def _renew(mine: Path, path: Path, handed_out: bytes | None, new: bytes) -> Iterator[str]:
    """Update the file `mine` to a newer edition; yield a sentence if it had been changed.

    `path` is its path in the release. `handed_out` is the edition that the student started from, or
    None if it is unknown.
    """
    old = mine.read_bytes()
    if old in (new, handed_out) or path.name == START:
        _write(mine, new)
        return
    is_notebook = mine.suffix == ".ipynb"
    notebook, newer = (merge_release.read(each) if is_notebook else None for each in (old, new))
    before = merge_release.read(handed_out) if is_notebook and handed_out is not None else None
    if notebook is None or newer is None:
        kept = _keep(mine, old)
        _write(mine, new)
        why = "which cannot be read" if is_notebook else "which you have changed"
        yield f"Copied a newer {path}. Yours, {why}, is now {kept}."
        return
    merged = merge_release.merge(notebook, before, newer)
    if before is not None and not merge_release.is_changed(notebook, before):
        _write(mine, _text(merged))  # keeps the existing outputs
        return
    kept = _keep(mine, old)
    # The extension of the Validate button shows this notice once, then removes it.
    merged["metadata"] = {**merged["metadata"], "nbjudge": {"kept_as": kept}}
    _write(mine, _text(merged))
    yield (
        f"Updated {path} to a newer version and kept your work. Your previous notebook is now "
        f"{kept}."
    )


def _text(notebook: merge_release.Notebook) -> bytes:
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not UNWANTED.intersection(path.relative_to(folder).parts):
            yield path


def _keep(mine: Path, content: bytes) -> str:
    """Save the content of the file `mine` next to it under a free name; return the name."""
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
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with open(descriptor, "wb") as part:
            part.write(content)
        os.chmod(name, 0o644)  # not fchmod, which Windows has from Python 3.13 on only
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
