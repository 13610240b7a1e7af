"""A temporary copy of the lab's course, so that no test writes in the repository.

Entry points: `copy_course`; `ASSIGNMENT`.
"""

import shutil
from pathlib import Path

from support.paths import ROOT

ASSIGNMENT = "autograd"  # for tests that need only one assignment


def copy_course(folder: Path) -> Path:
    """Copy the course with its configuration into the new `folder`; return it."""
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    for name in ("source", "release", "tools"):  # the configuration imports from tools/
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    return folder
