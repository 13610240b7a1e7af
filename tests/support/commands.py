"""Helpers that run `nbgrader` and `nbjudge` in a course folder, as an instructor does.

Entry points: `run_nbgrader`, `run_nbjudge`.
"""

import subprocess
from pathlib import Path

import pytest

from nbjudge_testing import forks


def run_nbgrader(course: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run `nbgrader ARGUMENTS` in the course folder; a failing command fails the test.

    Returns the finished process, stdout and stderr together as text in `.stdout`.
    """
    finished = _run(course, "nbgrader", arguments, merged=True)
    if finished.returncode:
        command = " ".join(arguments)
        pytest.fail(f"nbgrader {command} ended with {finished.returncode}:\n{finished.stdout}")
    return finished


def run_nbjudge(course: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run `nbjudge ARGUMENTS` in the course folder; return the finished process.

    Both outputs are text in `.stdout` and `.stderr`.
    """
    return _run(course, "nbjudge", arguments, merged=False)


def _run(course: Path, module: str, arguments: tuple[str, ...], *, merged: bool):
    finished = forks.run(module, arguments, course, merged=merged)
    # pytest shows the output of a failing test, even one that fails later than the command.
    print(f"$ {module} {' '.join(map(str, arguments))}")
    print(finished.stdout, finished.stderr or "", sep="")
    return finished
