"""The Jupyter server's side of the button Validate.

A server extension. It takes the place of `nbgrader.server_extensions.validate_assignment`, which
the file `nbjudge.json` beside nbgrader's turns off, and answers the same route.
"""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from nbgrader.apps import NbGrader
from nbgrader.nbgraderformat import SchemaTooNewError, SchemaTooOldError
from nbgrader.server_extensions.validate_assignment.handlers import (
    NbGraderVersionHandler,
    ValidateAssignmentHandler,
)
from tornado import web

from .how import validate

if TYPE_CHECKING:
    from traitlets.config import Config

    from ...processes.nursery import Nursery


class Validating:
    """One thread, and where there can be one a warm process, which run a notebook at a time.

    Parameters
    ----------
    nursery
        The warm process; None for a Jupyter kernel in its place.
    """

    def __init__(self, nursery: "Nursery | None"):
        self.nursery = nursery
        self.thread = ThreadPoolExecutor(1, "validate")

    async def warm(self) -> None:
        """Start the warm process, so that it is there when the button is pressed."""
        if self.nursery is not None:
            await asyncio.get_running_loop().run_in_executor(self.thread, self.nursery.start)

    async def validate(self, path: Path) -> dict[str, Any]:
        """Run a notebook; return what the page is sent, a sentence where it cannot be run."""
        try:
            loop = asyncio.get_running_loop()
            verdict = await loop.run_in_executor(self.thread, validate, path, self.nursery)
        except SchemaTooOldError:
            sentence = f"{path.name} is of an older nbgrader. Type: nbgrader update {path.name}"
        except SchemaTooNewError:
            sentence = f"{path.name} is of a newer nbgrader than yours: update nbgrader."
        except (OSError, ValueError) as error:
            sentence = str(error)
        else:
            return {"success": True, "value": verdict.for_page()}
        return {"success": False, "value": sentence}


class ValidateHandler(ValidateAssignmentHandler):
    """nbgrader's route, answered while the server goes on with other requests."""

    @web.authenticated
    async def post(self) -> None:
        given = self.get_argument("path", None) or (self.get_json_body() or {}).get("path")
        if not given:
            raise web.HTTPError(400, "Which notebook? The request names no path.")
        root = Path(self.root_dir).resolve()
        path = (root / given.lstrip("/")).resolve()
        if not path.is_relative_to(root):
            raise web.HTTPError(403, "This path leads out of the folder of the server.")
        self.finish(await self.settings["nbjudge_validating"].validate(path))


class WarmHandler(JupyterHandler):
    """Asked when a notebook of an assignment is opened: Validate may follow."""

    @web.authenticated
    async def post(self) -> None:
        await self.settings["nbjudge_validating"].warm()
        self.finish({})


def make_nursery(config: "Config") -> "Nursery | None":
    """Make a warm process, with what the course preloads; None where that is not possible.

    What it is made of is there on Linux alone, and imported there alone.
    """
    if sys.platform != "linux":
        return None
    from ...plugins.execute import JudgeExecute
    from ...processes.nursery import Nursery

    return Nursery(tuple(JudgeExecute(config=config).preload))


def _load_jupyter_server_extension(server: Any) -> None:
    config = NbGrader(parent=server)
    config.load_config_file()
    settings = server.web_app.settings
    settings["nbjudge_validating"] = Validating(make_nursery(config.config))
    settings["root_dir"] = server.root_dir  # nbgrader's handlers look there
    routes = {
        "assignments/validate": ValidateHandler,
        "nbjudge/warm": WarmHandler,
        "nbgrader_version": NbGraderVersionHandler,
    }
    server.web_app.add_handlers(
        ".*$",
        [(url_path_join(settings["base_url"], route), it) for route, it in routes.items()],
    )
