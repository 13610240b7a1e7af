"""The files of the package that git tracks.

Entry points: `git`, `files_in_git`.
"""

import subprocess

from nbjudge_testing.paths import ROOT


def git(*arguments: str) -> subprocess.CompletedProcess:
    """Run git in the package's folder, even if another user owns the checkout."""
    return subprocess.run(
        ["git", "-c", "safe.directory=*", *arguments], cwd=ROOT, capture_output=True, text=True
    )


def files_in_git(*patterns: str) -> list[str]:
    """Return the files of the package that git tracks, relative to its folder.

    Each pattern must match a file.
    """
    found: dict[str, None] = {}
    for pattern in patterns or ["."]:
        listed = git("ls-files", "-z", "--", pattern)
        assert listed.returncode == 0, listed.stderr
        names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
        assert names, f"no file in git matches {pattern}"
        found |= dict.fromkeys(names)
    return list(found)
