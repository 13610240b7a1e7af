"""A copy of the repository in which a browser test works.

Entry points: `copy_repository`, `make_command`.
"""

import shutil
import sys
from pathlib import Path

from support.paths import ROOT


def copy_repository(folder: Path) -> Path:
    """Copy what `make lab` and `make formgrader` need into the new `folder`; return it.

    The environment is the one that the tests run in.
    """
    folder.mkdir(parents=True)
    for name in ("Makefile", "nbgrader_config.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder)
    ignored = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    for name in ("source", "release", "answers", "tools", "packages", "docs", "binder"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    (folder / ".venv").symlink_to(sys.prefix, target_is_directory=True)
    return folder


def make_command(folder: Path, target: str, *variables: str) -> list[str]:
    """The command `make TARGET` in a copy of the repository, which installs nothing."""
    done = [f"--assume-old=.venv/.done/{name}" for name in ("lab", "grade", "test")]
    return ["make", "-C", str(folder), *done, target, *variables]
