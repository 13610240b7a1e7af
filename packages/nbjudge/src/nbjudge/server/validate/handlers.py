"""Handlers of the Jupyter server for the Validate button.

This server extension replaces `nbgrader.server_extensions.validate_assignment`, which the file
`nbjudge.json` next to nbgrader's turns off, and answers the same route. If the course that the
server finds does not use nbjudge, it loads nbgrader's extension and nothing else.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from nbgrader.coursedir import CourseDirectory
from nbgrader.server_extensions.validate_assignment import handlers as theirs
from nbgrader.server_extensions.validate_assignment.handlers import NbGraderVersionHandler
from tornado import web

from ..opt_in import asks_for_nbjudge, find_config
from .runs import Validating

if TYPE_CHECKING:
    from traitlets.config import Config

    from .warm_run import SharedForkServer

THEIR_BUTTON = "@jupyter/nbgrader:validate-assignment"
OUR_BUTTON = "nbjudgeValidate"  # if the page has this option, validate.js shows the button


class _Handler(JupyterHandler):
    @property
    def validating(self) -> Validating:
        validating: Validating = self.settings["nbjudge_validating"]
        return validating

    def notebook(self) -> Path:
        """Return the path of the request's notebook.

        Raise HTTPError if the request has no path, or one outside of the server's folder.
        """
        given = self.get_argument("path", None) or (self.get_json_body() or {}).get("path")
        if not given:
            raise web.HTTPError(400, "No notebook given: the request has no path.")
        root = Path(self.settings["root_dir"]).resolve()
        path: Path = (root / given.lstrip("/")).resolve()
        if not path.is_relative_to(root):
            raise web.HTTPError(403, "This path is outside the server's folder.")
        return path


class ValidateHandler(_Handler):
    """Handler of nbgrader's route, which does not block the server's other requests."""

    @web.authenticated
    async def post(self) -> None:
        self.finish(await self.validating.validate(self.notebook()))

    def on_connection_close(self) -> None:
        """Cancel the run, because the student has closed the page and nobody waits for it."""
        self.validating.cancel(self.notebook())


class CancelHandler(_Handler):
    """Handler of the Cancel button: ends the run of a notebook, which then sends its reply."""

    @web.authenticated
    def post(self) -> None:
        self.validating.cancel(self.notebook())
        self.finish({})


class WarmHandler(_Handler):
    """Handler called when a notebook of an assignment is opened, because Validate may follow."""

    @web.authenticated
    async def post(self) -> None:
        await self.validating.warm(self.notebook())
        self.finish({})


def make_forkserver(config: "Config") -> "SharedForkServer | None":
    """Make a fork server with the modules that the course preloads; return None without Linux.

    The imports are inside the function, because these modules can be imported on Linux only.
    """
    if sys.platform != "linux":
        return None
    from ...plugins.execute import JudgeExecute
    from .warm_run import SharedForkServer

    return SharedForkServer(tuple(JudgeExecute(config=config).preload))


def with_button(settings: dict[str, Any]) -> None:
    """Make JupyterLab's pages show nbjudge's Validate button instead of nbgrader's.

    The server's settings are changed in place. JupyterLab and Notebook call the callback
    `page_config_hook` in them for each page.
    """
    earlier = settings.get("page_config_hook")

    def hook(handler: Any, page: dict[str, Any]) -> dict[str, Any]:
        page = earlier(handler, page) if earlier else page
        disabled = [name for name in page.get("disabledExtensions", ()) if name != THEIR_BUTTON]
        return page | {"disabledExtensions": [*disabled, THEIR_BUTTON], OUR_BUTTON: True}

    settings["page_config_hook"] = hook


ROUTES = {
    "assignments/validate": ValidateHandler,
    "nbjudge/cancel": CancelHandler,
    "nbjudge/warm": WarmHandler,
    "nbgrader_version": NbGraderVersionHandler,
}


def _load_jupyter_server_extension(server: Any) -> None:
    config = find_config(server)
    if not asks_for_nbjudge(config):
        theirs.load_jupyter_server_extension(server)
        return
    settings = server.web_app.settings
    settings["nbjudge_validating"] = Validating(
        make_forkserver(config),
        Path(server.root_dir),
        coursedir=CourseDirectory(config=config),
    )
    settings["root_dir"] = server.root_dir  # nbgrader's handlers read it from there
    with_button(settings)
    server.web_app.add_handlers(
        ".*$",
        [(url_path_join(settings["base_url"], route), it) for route, it in ROUTES.items()],
    )
