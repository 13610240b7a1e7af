"""The sample course: one assignment of two notebooks, six functions and two write-ups, 24 points.

Entry points: `make_sample_course`, `solution`; `CONFIG`, `ASSIGNMENT`, `FOLDER`.
"""

import re
from pathlib import Path

from nbjudge_testing import small_courses

FOLDER = Path(__file__).resolve().parent
CONFIG = (FOLDER / "nbgrader_config.py").read_text()
ASSIGNMENT = "ps1"


def make_sample_course(folder: Path, config: str = "") -> Path:
    """Make the course in the new `folder`, with its source notebooks; return the folder.

    `config` is added to its nbgrader_config.py. Nothing is generated yet.
    """
    small_courses.make_course(folder, FOLDER / ASSIGNMENT)
    (folder / "nbgrader_config.py").write_text(CONFIG + config)
    return folder


def solution(function: str) -> str:
    """Return the reference solution of a function, as a student would write it."""
    for path in (FOLDER / ASSIGNMENT).glob("*.py"):
        found = re.search(
            rf"^# %% solution {function}\n(.*?)\n\n# %%", path.read_text(), re.M | re.S
        )
        if found:
            return re.sub(r"^ *### (BEGIN|END) SOLUTION\n?", "", found[1], flags=re.M)
    raise KeyError(f"no function {function} in the sample course")
