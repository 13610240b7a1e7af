"""Temporary folders of processes that may be killed: the next process removes what is left."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[str]:
    """Create a temporary folder for a `with` statement, and remove those of killed processes.

    No other kind of folder may have a name that begins with `prefix`.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError), _hold(left):
            shutil.rmtree(left)
    with contextlib.ExitStack() as stack:
        held = False
        while not held:
            folder = stack.enter_context(
                tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)
            )
            # Before the lock, another process may take the folder for a leftover.
            with contextlib.suppress(OSError):
                stack.enter_context(_hold(folder))
                held = os.path.isdir(folder)
        yield folder


@contextlib.contextmanager
def _hold(folder: str | Path) -> Iterator[None]:
    """Lock a folder of this user for a `with` statement; the kernel releases it after a kill.

    Raise `OSError` if another process holds it, or it is not a folder of this user.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if os.fstat(descriptor).st_uid != os.geteuid():
            raise PermissionError
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)
