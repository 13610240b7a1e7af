"""Run the commands as an instructor does: `nbgrader` and `nbjudge`, in the folder of a course.

Entry points: `run_nbgrader`, `run_nbjudge`, `wait_for`; `USERS`.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import forks
import pytest

# Who runs a command. To be an ordinary user who owns the checkout, root enters a user namespace.
USERS = {
    "root": [],
    "user": ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
}
if os.getuid() != 0:
    USERS = {"user": []}


def wait_for(condition: Callable[[], object], seconds: float = 300) -> None:
    """Wait until something is so; fail the test if it is not so in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


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
    # pytest shows it where a test fails, also one that looks at what the command left.
    print(f"$ {module} {' '.join(map(str, arguments))}")
    print(finished.stdout, finished.stderr or "", sep="")
    return finished
