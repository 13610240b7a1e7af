"""Whether a course asks for nbjudge: in any other course of this environment nbgrader answers.

The extensions of the server are switched on for the whole environment, by the file `nbjudge.json`
beside nbgrader's. Which course is open, nbgrader says: it reads `nbgrader_config.py` in the folders
of Jupyter's configuration, in the folder in which the server was started, and in the course's root.

Entry points: `find_config`, `asks_for_nbjudge`.
"""

from copy import deepcopy
from typing import Any

from nbgrader.apps import NbGrader
from traitlets.config import Config
from traitlets.config.loader import LazyConfigValue
from traitlets.utils.importstring import import_item

OUR_MODULES = "nbjudge."
THEIR_MODULES = ("nbgrader.", "nbconvert.")


def find_config(server: Any) -> Config:
    """What nbgrader's applications would find as the course's configuration in this server."""
    app = NbGrader(parent=server)
    app.log = server.log
    app.initialize([])
    config: Config = app.config
    return config


def asks_for_nbjudge(config: Config) -> bool:
    """Say whether a configuration has nbjudge execute submissions.

    Nothing of Linux alone is imported for it, unless the course names a class of its own.
    """
    chain = config.Autograde.get("autograde_preprocessors", [])
    if isinstance(chain, LazyConfigValue):  # as `c.Autograde.autograde_preprocessors.insert` makes
        chain = deepcopy(chain).get_value([])
    return any(map(_is_ours, chain))


def _is_ours(kind: str | type) -> bool:
    if isinstance(kind, str) and kind.startswith((OUR_MODULES, *THEIR_MODULES)):
        return kind.startswith(OUR_MODULES)
    try:
        found = import_item(kind) if isinstance(kind, str) else kind
    except ImportError:
        return False
    return any(base.__module__.startswith(OUR_MODULES) for base in found.__mro__)
