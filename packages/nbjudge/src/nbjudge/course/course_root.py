"""The folder of the course, and which configuration file sets it.

nbgrader reads several files named nbgrader_config.py: those of Jupyter's configuration folders, the
one in the current folder, and the one in the course folder. A file that sets the folder does so
when it is run, in any of Python's ways.

Entry points: `refuse_missing_root`, `other_course` and `sets_root`.
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from traitlets.config.loader import JSONFileConfigLoader, LazyConfigValue, PyFileConfigLoader

from ..errors import UsageError
from ..gradebook.record import CONFIG

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
    if os.path.samefile(here, root):
        return None  # nearly always, and no file need be run again
    try:
        text = (here / CONFIG).read_text(errors="replace")
    except OSError:
        return None
    if BLOCK not in text or sets_root(here / CONFIG):
        return None
    file = _setting_file(files)
    if not file:
        return None
    return (
        f"This command works on the course in {root}, not on the one in this folder, because "
        f"{file} sets CourseDirectory.root. For the one here, add this line to its {CONFIG}: "
        f"c.CourseDirectory.root = {str(here)!r}"
    )


def _setting_file(files: Iterable[str]) -> str:
    """Return the last of some configuration files that sets the root; "" if none does."""
    return next((file for file in reversed([*files]) if sets_root(Path(file))), "")


def sets_root(file: Path) -> bool:
    """Return True if a configuration file sets `CourseDirectory.root`. The file is run."""
    loader = JSONFileConfigLoader if file.suffix == ".json" else PyFileConfigLoader
    try:
        config = loader(file.name, str(file.parent)).load_config()
        root = config.get("CourseDirectory", {}).get("root")
    except Exception:  # it is a program, and may raise anything when it is run again
        return False
    return root is not None and not isinstance(root, LazyConfigValue)
