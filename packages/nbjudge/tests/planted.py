"""A child process in a student's hands: it sends a pickle of its own in a result's place.

Entry points: `plant`, and `Planting`, a preprocessor that does it where a notebook says so.
"""

import os
import pickle
import stat
from pathlib import Path

from nbconvert.preprocessors import Preprocessor

from nbjudge.sandbox.child import HEAD


class _Planted:
    def __init__(self, mark: str) -> None:
        self.mark = mark

    def __reduce__(self):
        return os.mkdir, (self.mark,)


def plant(mark: str) -> None:
    """Send a pickle that makes the folder `mark` in who unpickles it, and end this process."""
    data = pickle.dumps(("value", _Planted(mark)))
    for name in os.listdir("/proc/self/fd"):
        try:
            pipe = stat.S_ISFIFO(os.fstat(int(name)).st_mode)
            if pipe and int(name) > 2:
                os.write(int(name), HEAD.pack(len(data)) + data)
        except OSError:
            continue
    os._exit(0)


class Planting(Preprocessor):
    """Stands for a hole in a parser that a cell `plant FOLDER` uses."""

    def preprocess(self, nb, resources):
        for cell in nb.cells:
            command, _, mark = cell.source.partition(" ")
            if command == "plant" and not Path(mark).exists():
                plant(mark)
        return nb, resources
