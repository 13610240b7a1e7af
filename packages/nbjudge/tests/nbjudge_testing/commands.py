"""Helpers that run `nbgrader` and `nbjudge` in a course folder, as an instructor does.

Entry points: `run_nbgrader`, `run_nbjudge`.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from nbjudge_testing import forks


def run_nbgrader(
    course: Path, *arguments: str, check: bool = True, before: Sequence[str] = ()
) -> subprocess.CompletedProcess:
    """Run `nbgrader ARGUMENTS` in the course folder.

    Returns the finished process, stdout and stderr together as text in `.stdout`. With `check`,
    a failing command fails the test with its output. `before` is a command to run it under.
    """
    finished = _run(course, "nbgrader", arguments, before, merged=True)
    if check and finished.returncode:
        command = " ".join(arguments)
        pytest.fail(f"nbgrader {command} ended with {finished.returncode}:\n{finished.stdout}")
    return finished


def run_nbjudge(
    course: Path, *arguments: str, before: Sequence[str] = ()
) -> subprocess.CompletedProcess:
    """Run `nbjudge ARGUMENTS` in the course folder; return the finished process.

    Both outputs are text in `.stdout` and `.stderr`. `before` is a command to run it under.
    """
    return _run(course, "nbjudge", arguments, before, merged=False)


def _run(
    course: Path, module: str, arguments: Sequence[str], before: Sequence[str], merged: bool
) -> subprocess.CompletedProcess:
    if not before:
        finished = forks.run(module, arguments, course, merged=merged)
    else:
        finished = subprocess.run(
            [*before, sys.executable, "-m", module, *arguments],
            cwd=course,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merged else subprocess.PIPE,
            text=True,
        )
    # pytest shows the output of a failing test, even one that fails later than the command.
    print(f"$ {module} {' '.join(map(str, arguments))}")
    print(finished.stdout, finished.stderr or "", sep="")
    return finished
