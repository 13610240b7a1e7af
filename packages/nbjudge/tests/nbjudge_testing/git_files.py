"""The files of a package that git tracks.

Entry points: `git`, `files_in_git`.
"""

import subprocess
from pathlib import Path

from nbjudge_testing.paths import ROOT


def git(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess:
    """Run git in the folder of a package, even if another user owns the checkout."""
    return subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments], cwd=folder, capture_output=True, text=True
    )


def files_in_git(*patterns: str, folder: Path = ROOT) -> list[str]:
    """Return the files of a package that git tracks, relative to its folder.

    Each pattern must match a file.
    """
    found: dict[str, None] = {}
    for pattern in patterns or ["."]:
        listed = git("ls-files", "-z", "--", pattern, folder=folder)
        assert listed.returncode == 0, listed.stderr
        names = [name for name in listed.stdout.split("\0") if name and (folder / name).exists()]
        assert names, f"no file in git matches {pattern}"
        found |= dict.fromkeys(names)
    return list(found)
