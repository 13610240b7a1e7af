"""Helpers that run `nbgrader` and `nbjudge` in a course folder, as an instructor does.

Entry points: `run_nbgrader`, `run_nbjudge`.
"""

import subprocess
import sys
from pathlib import Path

import pytest


def run_nbgrader(course: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run `nbgrader ARGUMENTS` in the course folder; a failing command fails the test.

    Returns the finished process, stdout and stderr together as text in `.stdout`.
    """
    finished = _run(course, "nbgrader", arguments, subprocess.STDOUT)
    if finished.returncode:
        command = " ".join(arguments)
        pytest.fail(f"nbgrader {command} ended with {finished.returncode}:\n{finished.stdout}")
    return finished


def run_nbjudge(course: Path, *arguments: str) -> subprocess.CompletedProcess:
    """Run `nbjudge ARGUMENTS` in the course folder; return the finished process.

    Both outputs are text in `.stdout` and `.stderr`.
    """
    return _run(course, "nbjudge", arguments, subprocess.PIPE)


def _run(course: Path, module: str, arguments: tuple[str, ...], stderr: int):
    finished = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=course,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )
    # pytest shows the output of a failing test, even one that fails later than the command.
    print(f"$ {module} {' '.join(map(str, arguments))}")
    print(finished.stdout, finished.stderr or "", sep="")
    return finished
