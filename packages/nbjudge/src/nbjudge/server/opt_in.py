"""Detection of courses that use nbjudge; for any other course, nbgrader answers.

The server extensions are enabled for the whole environment, by the file `nbjudge.json` next to
nbgrader's. nbgrader's own code finds the open course: it reads `nbgrader_config.py` in the folders
of Jupyter's configuration, in the folder in which the server was started, and in the course's root.

Entry points: `find_config`, `asks_for_nbjudge`.
"""

from copy import deepcopy
from typing import Any

from nbgrader.apps import NbGrader
from traitlets.config import Config
from traitlets.config.loader import LazyConfigValue

from ..configuration import import_class

OUR_MODULES = "nbjudge."
THEIR_MODULES = ("nbgrader.", "nbconvert.")


def find_config(server: Any) -> Config:
    """Return the configuration that nbgrader's applications would find in this server."""
    app = NbGrader(parent=server)
    app.log = server.log
    app.initialize([])
    config: Config = app.config
    return config


def asks_for_nbjudge(config: Config) -> bool:
    """Return True if nbjudge executes submissions under this configuration.

    A class of nbjudge or nbgrader is recognized by its name and not imported, because nbjudge's
    own ones need Linux. Only a class of the course's own is imported, to see its base classes.
    """
    chain = config.Autograde.get("autograde_preprocessors", [])
    # `c.Autograde.autograde_preprocessors.insert(...)` in a configuration leaves a lazy value.
    if isinstance(chain, LazyConfigValue):
        chain = deepcopy(chain).get_value([])
    return any(map(_is_ours, chain))


def _is_ours(kind: str | type) -> bool:
    if isinstance(kind, str) and kind.startswith((OUR_MODULES, *THEIR_MODULES)):
        return kind.startswith(OUR_MODULES)
    try:
        found = import_class(kind)
    except ImportError:
        return False
    return any(base.__module__.startswith(OUR_MODULES) for base in found.__mro__)
