"""Copy the modules that several assignments have in lab/ from their originals.

    python tools/maintain/sync_modules.py

A module of lab/ is the same in each assignment that has it at the same path, except those of
`OF_ONE_ASSIGNMENT`.
The first of these assignments has the original, in the order in which students do them: `primer`
has those of today. The copies are real files, because a clone on Windows gets no symbolic links.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "grading"))
from course import MARKS, ROOT, SOURCE

OF_ONE_ASSIGNMENT = {"drawing/pictures.py"}


def main() -> None:
    for original, copy in copies():
        if copy.read_bytes() != original.read_bytes():
            shutil.copyfile(original, copy)
            print(f"{copy.relative_to(ROOT)} is copied from {original.relative_to(ROOT)}")


def copies() -> Iterator[tuple[Path, Path]]:
    """Yield the original of each copy in source/, and the copy."""
    originals: dict[str, Path] = {}
    for assignment in MARKS:
        folder = SOURCE / assignment / "lab"
        for path in sorted(folder.rglob("*.py")):
            name = path.relative_to(folder).as_posix()
            original = originals.setdefault(name, path)
            if path is not original and name not in OF_ONE_ASSIGNMENT:
                yield original, path


if __name__ == "__main__":
    main()
