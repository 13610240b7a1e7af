"""Lock a file that all sandboxes see, so that another notebook can tell."""

import fcntl
import os
import sys

from tools import attempt


def locked(path):
    """Two descriptors cannot both hold a lock that is one."""
    first, second = os.open(path, os.O_RDONLY), os.open(path, os.O_RDONLY)
    fcntl.flock(first, fcntl.LOCK_EX)
    fcntl.flock(second, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError where locks bind
    raise PermissionError("locks bind nobody")


def bind(path):
    try:
        locked(path)
    except BlockingIOError:
        return path


for file in ("/usr/bin/env", "/dev/null", sys.executable, "/proc/self/exe"):
    attempt(f"lock on {file}", lambda file=file: bind(file))
