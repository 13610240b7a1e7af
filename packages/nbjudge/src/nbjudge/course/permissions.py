"""Exposure of the course's files to submissions in their sandbox and to other accounts.

Entry points: `refuse_course_in_sight`, `restrict_permissions`.
"""

import os
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import Exchange
from traitlets.config import Config

from ..errors import SandboxError
from ..gradebook.database import database_file

# The steps whose folders only instructors may read.
STEPS = ("source", "submitted", "autograded", "feedback", "solution")
FOR_ITS_USER = 400  # the permissions of autograded notebooks, in nbgrader's notation


def refuse_course_in_sight(coursedir: CourseDirectory) -> None:
    """Raise `SandboxError` if a submission could read the course, or what other students submit.

    It could if a folder of the course, its gradebook, nbgrader's exchange or its cache is in a
    folder that every sandbox can read, such as Python's own.
    """
    from ..runner import NBJUDGE  # needs Linux

    exchange = Exchange(coursedir=coursedir, config=coursedir.config)
    paths = [Path(coursedir.root), Path(exchange.root), Path(exchange.cache)]
    paths += [Path(coursedir.root, getattr(coursedir, f"{step}_directory")) for step in STEPS]
    if database := database_file(coursedir.db_url):
        paths.append(database)
    shown = [Path(folder).resolve() for folder in ("/usr", *NBJUDGE.python_folders)]
    hidden = [Path(folder).resolve() for folder in NBJUDGE.hidden]
    for path in map(Path.resolve, paths):
        if any(path.is_relative_to(folder) for folder in hidden):
            continue
        for folder in shown:
            if path.is_relative_to(folder):
                raise SandboxError(
                    f"Cannot grade: {path} is in {folder}, so submissions could read hidden "
                    "tests and grades. Move the course elsewhere, or create the Python "
                    "environment outside the course or in its own subfolder "
                    "(python -m venv .venv)"
                )


def restrict_permissions(config: Config) -> None:
    """Make the files that this process writes private to its user; call it in nbgrader_config.py.

    Gradebook, graded notebooks and feedback hold grades, hidden tests and the secrets by which
    students find their feedback. If ``CourseDirectory.groupshared`` is on, the group may read and
    write them too. What nbgrader releases to the exchange stays readable.

    Parameters
    ----------
    config
        The configuration; changed in place. Any `permissions` that it already sets for autograded
        notebooks and for feedback stay.
    """
    shared = config.CourseDirectory.get("groupshared", False) is True
    os.umask(0o007 if shared else 0o077)
    for name, alone in (("Autograde", FOR_ITS_USER), ("GenerateFeedback", 600)):
        if "permissions" not in config[name]:
            config[name].permissions = 660 if shared else alone
