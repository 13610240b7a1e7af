"""Files that contain a student's id.

Entry points: `mention_of` and `Mention`.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple


class Mention(NamedTuple):
    """A file, or a folder of a killed process, that contains a student's id.

    `is_certain` is True if the student is meant. An id may also be an ordinary word, or a part of
    another student's.
    """

    path: Path
    is_certain: bool


def mention_of(student: str) -> re.Pattern[bytes]:
    """Return a pattern that finds a student's id in a name or in a text.

    Learning management systems write an id between other parts of a name, as in "Lee_4711_file" and
    "4711-678 - Ada Lee". So only letters and digits next to it make it another word.
    """
    return re.compile(rb"(?<![^\W_])%s(?![^\W_])" % re.escape(os.fsencode(student)))
