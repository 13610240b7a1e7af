"""A child process in a student's hands: it sends a pickle of its own in a result's place.

Entry points: `plant`, and `Planting`, a preprocessor that does it where a notebook says so;
`spare_pipes` first, in a process that has pipes to others.
"""

import contextlib
import os
import pickle
import stat
from pathlib import Path

from nbconvert.preprocessors import Preprocessor

from nbjudge.files.child import HEAD


def _pipes() -> dict[int, int]:
    """Return the descriptors of this process's pipes, each with the pipe's inode."""
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            status = os.fstat(int(name))
        except OSError:
            continue  # the descriptor of the listing itself
        if stat.S_ISFIFO(status.st_mode):
            found[int(name)] = status.st_ino
    return found


OF_OTHERS = set[int]()


def spare_pipes() -> None:
    """Let `plant` write nothing into the pipes that this process has now.

    One leads to pytest-xdist. Another leads to Playwright, which would wait for ever for the rest.
    """
    OF_OTHERS.update(_pipes().values())


spare_pipes()


class _Planted:
    def __init__(self, mark: str) -> None:
        self.mark = mark

    def __reduce__(self):
        return os.mkdir, (self.mark,)


def plant(mark: str) -> None:
    """Send a pickle that makes the folder `mark` in who unpickles it, and end this process."""
    data = pickle.dumps(("value", _Planted(mark)))
    for descriptor, inode in _pipes().items():
        if inode not in OF_OTHERS:
            with contextlib.suppress(OSError):  # an end for reading
                os.write(descriptor, HEAD.pack(len(data)) + data)
    os._exit(0)


class Planting(Preprocessor):
    """Stands for a hole in a parser that a cell `plant FOLDER` uses."""

    def preprocess(self, nb, resources):
        for cell in nb.cells:
            command, _, mark = cell.source.partition(" ")
            if command == "plant" and not Path(mark).exists():
                plant(mark)
        return nb, resources
