"""Handlers of the Jupyter server for the Submit button.

The button asks the route `nbjudge/submissions` if there is an exchange to which the notebook's
folder can be submitted, and for the status of the attempts so far.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from nbgrader.apps import NbGrader
from tornado import web

from ..validate.last_results import progress_of
from .exchange_view import ExchangeView, SubmitError
from .panel import notes_html, panel_of

Answer = TypeVar("Answer")


class _Handler(JupyterHandler):
    """Base class: reads a notebook's `path` and optionally a `course`, and sends the `answer`."""

    async def view(self) -> tuple[ExchangeView, list[str]]:
        """Return the notebook's exchange view, and the courses that have released its assignment.

        Raise HTTPError if the request has no path, or one outside of the server's folder.
        """
        given = (self.get_json_body() or {}).get("path")
        if not given:
            raise web.HTTPError(400, "No notebook given: the request has no path.")
        root = Path(self.settings["nbjudge_root"]).resolve()
        folder = (root / str(given).lstrip("/")).resolve().parent
        if not folder.is_relative_to(root):
            raise web.HTTPError(403, "This path is outside the server's folder.")
        app = NbGrader(parent=self.settings["nbjudge_server"])
        app.load_config_file()
        view = ExchangeView(folder, app.config)
        return view, await self.aside(view.courses)

    async def aside(self, work: Callable[..., Answer], *arguments: str) -> Answer:
        """Run a slow function in a thread and return its result, while the server goes on.

        There is one thread for all requests, so that no two of them work in the exchange at once.
        """
        loop = asyncio.get_running_loop()
        thread = self.settings["nbjudge_submit_thread"]
        return await loop.run_in_executor(thread, work, *arguments)

    async def course(self, courses: list[str]) -> str:
        """Return the course in the request, or else the only one.

        Raise `SubmitError` if the request's course is not in `courses`, and there is not exactly
        one.
        """
        named = (self.get_json_body() or {}).get("course")
        if named in courses:
            return str(named)
        if len(courses) == 1:
            return courses[0]
        raise SubmitError("No course accepts this folder. Ask whether the assignment was released.")

    async def status(self, view: ExchangeView, course: str, **more: Any) -> dict[str, Any]:
        """Return what the panel shows, and the paths of pages relative to JupyterLab's root."""
        status = await self.aside(view.status, course)
        root = Path(self.settings["nbjudge_root"]).resolve()
        pages: dict[str, dict[str, str]] = {}
        for attempt in status["attempts"]:
            paths = {name: page["path"] for name, page in attempt["pages"].items() if page["path"]}
            pages[attempt["time"]] = {
                name: os.path.relpath(path, root) for name, path in paths.items()
            }
        notebook = Path((self.get_json_body() or {})["path"]).stem
        panel = panel_of({**status, "progress": progress_of(root, view.folder)}, notebook)
        return {
            "success": True,
            "due": status["due"],
            "watched": bool(status["watch"]),
            "latest": status["attempts"][0]["time"] if status["attempts"] else "",
            "pages": pages,
            **panel,
            **more,
        }

    async def answer(self, view: ExchangeView, courses: list[str]) -> dict[str, Any]:
        """Do what the request asks for, and return the reply.

        Raise `SubmitError` if that fails; the page shows its sentence.
        """
        raise NotImplementedError

    @web.authenticated
    async def post(self) -> None:
        view, courses = await self.view()
        try:
            answer = await self.answer(view, courses)
        except SubmitError as error:
            answer = {"success": False, "value": str(error)}
        self.finish(answer)


class SubmissionsHandler(_Handler):
    """Handler of the status; requested when a notebook is opened, and then repeatedly.

    A request with `look` also compares the folder with the release, which takes longer.
    """

    async def answer(self, view: ExchangeView, courses: list[str]) -> dict[str, Any]:
        asked = self.get_json_body() or {}
        if len(courses) != 1 and not asked.get("course"):
            # Without a course the page shows no button. With several, the student chooses one.
            return {"success": True, "courses": courses}
        course = await self.course(courses)
        more: dict[str, Any] = {"courses": courses}
        if asked.get("look"):
            found = await self.aside(view.look, course)
            lacking = found.get("lacking", [])
            noted = found.get("noted", [])
            more |= {"lacking": lacking, "noted": noted, "notes": notes_html(lacking, noted)}
        return await self.status(view, course, **more)


class SubmitHandler(_Handler):
    """Handler of the button: submits the folder, as it is on the disk."""

    async def answer(self, view: ExchangeView, courses: list[str]) -> dict[str, Any]:
        course = await self.course(courses)
        await self.aside(view.submit, course)
        return await self.status(view, course)


class FetchPagesHandler(_Handler):
    """Handler that fetches the released feedback pages."""

    async def answer(self, view: ExchangeView, courses: list[str]) -> dict[str, Any]:
        course = await self.course(courses)
        await self.aside(view.fetch, course)
        return await self.status(view, course)


ROUTES = {
    "nbjudge/submissions": SubmissionsHandler,
    "nbjudge/submit": SubmitHandler,
    "nbjudge/fetch-pages": FetchPagesHandler,
}


def _load_jupyter_server_extension(server: Any) -> None:
    settings = server.web_app.settings
    settings["nbjudge_server"], settings["nbjudge_root"] = server, server.root_dir
    settings["nbjudge_submit_thread"] = ThreadPoolExecutor(1, "submit")
    server.web_app.add_handlers(
        ".*$",
        [(url_path_join(settings["base_url"], route), it) for route, it in ROUTES.items()],
    )
