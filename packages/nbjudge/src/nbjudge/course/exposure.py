"""Who else could see the course: submissions in their sandbox, other accounts of the machine.

Entry points: `refuse_course_in_sight`, `warnings`, `close_to_others`.
"""

import os
import stat
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from nbgrader.exchange.default import Exchange, ExchangeCollect
from traitlets.config import Config

from ..errors import SandboxError
from .gradebook import database_file

# What of a course nobody but those who teach may see.
STEPS = ("source", "submitted", "autograded", "feedback", "solution")


def refuse_course_in_sight(coursedir: CourseDirectory) -> None:
    """Make sure that no submission could read the course, or what others hand in.

    Raises
    ------
    SandboxError
        If a folder of the course, its gradebook, or nbgrader's exchange or its cache lies in a
        folder that every sandbox shows.
    """
    from ..sandbox.bubblewrap import OF_NBGRADER, python_folders  # needs Linux

    exchange = Exchange(coursedir=coursedir, config=coursedir.config)
    places = [Path(coursedir.root), *_folders(coursedir), Path(exchange.root), Path(exchange.cache)]
    if database := database_file(coursedir.db_url):
        places.append(database)
    shown = [Path(folder).resolve() for folder in ("/usr", *python_folders())]
    hidden = [Path(folder).resolve() for folder in OF_NBGRADER]
    for place in map(Path.resolve, places):
        if any(place.is_relative_to(folder) for folder in hidden):
            continue
        for folder in shown:
            if place.is_relative_to(folder):
                raise SandboxError(
                    f"Cannot grade: {place} lies in {folder}, which submissions can read, with "
                    "hidden tests and grades. Move the course out of there; or make Python's "
                    "environment anew outside of the course, or in a folder of its own in it "
                    "(python -m venv .venv)"
                )


def warnings(coursedir: CourseDirectory, config: Config) -> list[str]:
    """Say what students of this machine could see or bend by the course's own settings.

    Returns
    -------
    list of str
        A sentence each for the person who teaches.
    """
    found = []
    collects = ExchangeFactory(config=config).collect
    # Without an id of the course there is no collecting from an exchange.
    if collects is ExchangeCollect and coursedir.course_id:
        found.append(
            "This course collects with nbgrader's own class, which follows the links of students "
            "to your files and believes the times that they write. Set "
            'c.ExchangeFactory.collect = "nbjudge.plugins.exchange.Collect" in nbgrader_config.py.'
        )
    source = Path(coursedir.root, coursedir.source_directory)
    for path in (source, database_file(coursedir.db_url)):
        if path is not None and _open_to_others(path):
            found.append(
                f"Every user of this machine can read {path}. Close the course folder to others: "
                f"chmod o-rwx {coursedir.root}"
            )
    return found


def close_to_others(config: Config) -> None:
    """Let what this process writes be read by its user alone; call it in nbgrader_config.py.

    Gradebook, graded notebooks and feedback hold grades, hidden tests and the secrets by which
    students find their feedback. Where ``CourseDirectory.groupshared`` is on, the group may read
    and write them too. What nbgrader's exchange releases stays readable.

    Parameters
    ----------
    config
        The configuration; `permissions` that it sets for autograded notebooks and for feedback
        stay.
    """
    shared = config.CourseDirectory.get("groupshared", False) is True
    os.umask(0o007 if shared else 0o077)
    for name, alone in (("Autograde", 400), ("GenerateFeedback", 600)):
        if "permissions" not in config[name]:
            config[name].permissions = 660 if shared else alone


def _folders(coursedir: CourseDirectory) -> list[Path]:
    names = [getattr(coursedir, f"{step}_directory") for step in STEPS]
    return [Path(coursedir.root, name) for name in names]


def _open_to_others(path: Path) -> bool:
    """Whether the permissions of a file or folder, and of all above it, let everybody read it."""
    try:
        if not path.stat().st_mode & stat.S_IROTH:
            return False
        return all(above.stat().st_mode & stat.S_IXOTH for above in path.resolve().parents)
    except OSError:
        return False
