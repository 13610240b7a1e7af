"""The folder of the course, and which configuration file sets it.

nbgrader reads several files named nbgrader_config.py: those of Jupyter's configuration folders, the
one in the current folder, and the one in the course folder. Entry points: `refuse_missing_root`,
`other_course`.
"""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..errors import UsageError
from ..gradebook.record import CONFIG

SETS_ROOT = re.compile(r"^\s*c\.CourseDirectory\.root\s*=", re.MULTILINE)
# The beginning of the lines that `nbjudge init` writes into a course's configuration.
BLOCK = "# ---- nbjudge: begin "


def refuse_missing_root(root: str, files: Sequence[str]) -> None:
    """Raise `UsageError` if the course folder does not exist.

    Parameters
    ----------
    root
        The value of `CourseDirectory.root`.
    files
        The paths of the configuration files that nbgrader has read, in its order; none if the
        command line sets the root.
    """
    if os.path.isdir(root):
        return
    kind = "is not a folder" if os.path.lexists(root) else "does not exist"
    sentence = f"CourseDirectory.root is {root}, which {kind}"
    if file := _setting_file(files):
        sentence += f". Correct that line in {file}, or delete it if the course is in this folder"
    raise UsageError(sentence)


def other_course(root: str, files: Sequence[str]) -> str | None:
    """Return a sentence if a command does not work on the course in whose folder it is run.

    That is so if a file elsewhere sets `CourseDirectory.root`, and the current folder has a
    configuration of its own that does not. The arguments are those of `refuse_missing_root`.
    """
    here = Path.cwd()
    try:
        text = (here / CONFIG).read_text(errors="replace")
    except OSError:
        return None
    file = _setting_file(files)
    if not file or BLOCK not in text or SETS_ROOT.search(text) or os.path.samefile(here, root):
        return None
    return (
        f"This command works on the course in {root}, not on the one in this folder, because "
        f"{file} sets CourseDirectory.root. For the one here, add this line to its {CONFIG}: "
        f"c.CourseDirectory.root = {str(here)!r}"
    )


def _setting_file(files: Iterable[str]) -> str:
    """Return the last of some configuration files that sets the root; "" if none does."""
    setting = ""
    for file in files:
        try:
            text = Path(file).read_text(errors="replace")
        except OSError:
            continue
        if SETS_ROOT.search(text):
            setting = file
    return setting
