"""Formgrader with nbjudge behind its Autograde button, and a page to grade write-ups by hand.

This server extension replaces `nbgrader.server_extensions.formgrader`, which the file
`nbjudge.json` next to nbgrader's turns off. It is a subclass of that extension and adds its own
routes before nbgrader's; tornado takes the first route that matches. They match only if the open
course uses nbjudge. For any other course, formgrader works exactly as nbgrader's.
"""

import json
import os
from copy import deepcopy
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from jupyter_server.utils import url_path_join
from nbconvert.exporters import HTMLExporter
from nbgrader.exchange.default import Exchange
from nbgrader.server_extensions.formgrader import apihandlers, handlers
from nbgrader.server_extensions.formgrader.base import (
    BaseApiHandler,
    BaseHandler,
    check_notebook_dir,
    check_xsrf,
)
from nbgrader.server_extensions.formgrader.formgrader import FormgradeExtension
from tornado import web
from tornado.httputil import HTTPServerRequest
from tornado.routing import PathMatches

from ..files.digests import canonical
from ..gradebook.answers import can_belong
from .api import with_own_api
from .autograding import Autograding, Lent, RunOutcome, run_module
from .by_hand import (
    EqualHandler,
    NextToGradeHandler,
    OthersHandler,
    PointsHandler,
    RemarkHandler,
    ShareHandler,
)
from .check_sentences import CheckSentences
from .opt_in import asks_for_nbjudge
from .page_cache import PageCache
from .schemes import MarkSchemes
from .write_ups import WriteUps
from .zip_uploads import (
    PendingUploads,
    ZipCollectPageHandler,
    ZipConfirmHandler,
    ZipTableHandler,
    ZipUploadHandler,
)

HERE = Path(__file__).parent
# The files of a submission that formgrader serves. Not SVG, which can hold scripts.
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
TEMPLATES = HERE / "templates"
STATIC = HERE / "static"


class Formgrader(FormgradeExtension):
    """Subclass of nbgrader's extension that puts nbjudge's routes before nbgrader's."""

    def init_tornado_settings(self, webapp: Any) -> None:
        super().init_tornado_settings(webapp)
        webapp.settings["nbjudge_pages"] = CoursePages(self)
        webapp.settings["nbjudge_write_ups"] = WriteUps()
        webapp.settings["nbjudge_autograding"] = Autograding(self.course_folder, self.lend)
        webapp.settings["nbjudge_zip_uploads"] = PendingUploads()
        self.settings_of_server = webapp.settings

    def course_folder(self) -> str:
        """Return the folder whose nbgrader_config.py counts now."""
        return os.getcwd() if self.load_cwd_config else str(self.config_dir)

    async def lend(self) -> Lent | None:
        """Lend the fork server that the server keeps for Validate; return None if there is none.

        Grading one student then does not wait for a process of its own to import its modules.
        """
        validating = self.settings_of_server.get("nbjudge_validating")
        return await validating.lend() if validating else None

    def init_handlers(self, webapp: Any) -> None:
        base = webapp.settings["base_url"]
        assignment = r"/([^/]+)"
        student = r"/([^/]+)/([^/]+)"  # with the assignment before it
        routes: list[tuple[str, *tuple[Any, ...]]] = [
            (f"formgrader/api/submission{student}/autograde", AutogradeHandler),
            (f"formgrader/api/assignment{assignment}/autograde", AutogradeAllHandler),
            (f"formgrader/api/assignment{assignment}/autograde/cancel", CancelHandler),
            (f"formgrader/api/assignment{student}/generate_feedback", FeedbackHandler),
            (f"formgrader/api/assignment{assignment}/generate_feedback", FeedbackHandler),
            (r"formgrader/api/grade/([^/]+)", PointsHandler),
            (r"formgrader/api/comment/([^/]+)", RemarkHandler),
            (r"formgrader/submissions/([^/]+)/next_to_grade", NextToGradeHandler),
            (r"formgrader/api/submitted_notebook/([^/]+)/others", OthersHandler),
            (r"formgrader/api/notebook/([^/]+)/([^/]+)/share", ShareHandler),
            (r"formgrader/api/submitted_notebook/([^/]+)/equal/([^/]+)", EqualHandler),
            (f"formgrader/zip_collect{assignment}", with_own_api(ZipCollectPageHandler)),
            (f"formgrader/api/assignment{assignment}/zip_collect", ZipUploadHandler),
            (f"formgrader/api/assignment{assignment}/zip_collect/table", ZipTableHandler),
            (f"formgrader/api/assignment{assignment}/zip_collect/confirm", ZipConfirmHandler),
            (r"formgrader/nbjudge/(.*)", web.StaticFileHandler, {"path": str(STATIC)}),
        ]
        # All other routes stay nbgrader's, but their handlers use the API that reads the grading
        # record too.
        for pattern, handler, *rest in (*handlers.default_handlers, *apihandlers.default_handlers):
            if issubclass(handler, BaseHandler):
                ours = PicturesHandler if handler is handlers.SubmissionFilesHandler else handler
                routes.append((pattern.lstrip("/"), with_own_api(ours), *rest))
        webapp.add_handlers(
            ".*$",
            [(WhereAsked(url_path_join(base, pattern), self), *rest) for pattern, *rest in routes],
        )
        super().init_handlers(webapp)


class WhereAsked(PathMatches):
    """Matcher of a URL of formgrader that matches only while the open course uses nbjudge.

    The decision is made for each request, because a person can open another course meanwhile; the
    extension's configuration is that of the open course. `pattern` is a regular expression.
    """

    def __init__(self, pattern: str, formgrader: Formgrader):
        super().__init__(pattern)
        self.formgrader = formgrader

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return the groups of the URL in tornado's form; None if it does not match."""
        groups: dict[str, Any] | None = super().match(request)
        if groups is None or not asks_for_nbjudge(self.formgrader.config):
            return None
        return groups


class CoursePages:
    """Exporter and templates for the pages of a course that uses nbjudge.

    `templates` is the jinja2 environment of formgrader's own pages.
    """

    def __init__(self, formgrader: Formgrader):
        self.formgrader = formgrader
        self.templates = templates()
        self._made: tuple[bytes, PageCache] | None = None

    def exporter(self) -> PageCache:
        """Return the exporter that renders submissions, configured as the open course says."""
        # Not the configurations themselves: a lazy value in one is no equal of its copy.
        now = canonical(self.formgrader.config)
        if self._made is None or self._made[0] != now:
            config = deepcopy(self.formgrader.config)
            config.HTMLExporter.template_name = "nbjudge"
            config.HTMLExporter.extra_template_basedirs = [str(TEMPLATES), handlers.template_path]
            config.HTMLExporter.extra_template_paths = [handlers.template_path]
            exporter = HTMLExporter(config=config)
            # These two run before the preprocessors that the course names, so that those which
            # sanitize the page sanitize the mark scheme too.
            schemes = MarkSchemes(self.formgrader.coursedir)
            exporter.register_preprocessor(schemes, True)
            exporter.register_preprocessor(CheckSentences(), True)
            self._made = (now, PageCache(exporter, schemes.path_of))
        return self._made[1]


def templates() -> Environment:
    """Return a jinja2 environment that finds nbjudge's templates before nbgrader's.

    It escapes all values. nbgrader's own environment does not, and the names in a page come from
    submissions and from the URL, which anybody can put into a link for the person who grades.
    """
    nbgraders = FileSystemLoader(handlers.template_path)
    loaders = [FileSystemLoader(TEMPLATES), nbgraders, PrefixLoader({"nbgrader": nbgraders})]
    environment = Environment(loader=ChoiceLoader(loaders), autoescape=True)
    environment.globals["default_exchange"] = Exchange.root.default_value
    return environment


class _Handler(BaseApiHandler):
    @property
    def autograding(self) -> Autograding:
        autograding: Autograding = self.settings["nbjudge_autograding"]
        return autograding

    def forget(self) -> None:
        """Close the gradebook that was read before, because another process has written to it."""
        gradebook = self.settings["nbgrader_gradebook"]
        if gradebook is not None:
            gradebook.close()
            self.settings["nbgrader_gradebook"] = None


class AutogradeHandler(_Handler):
    """Handler of a student's Autograde button: runs `nbjudge grade --force --student=ID`."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str, student: str) -> None:
        answer = await self.autograding.student(assignment, student)
        self.forget()
        self.write(_json(answer))


class AutogradeAllHandler(_Handler):
    """Handler of an assignment's Autograde button, and of the progress of its run."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str) -> None:
        force = self.get_argument("force", "") == "true"
        outcome = await self.autograding.everybody(assignment, force)
        self.forget()
        self.write({"success": outcome.done, "said": outcome.said, "cancelled": outcome.cancelled})

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, assignment: str) -> None:
        notebook = self.get_query_argument("notebook", None)
        progress = self.autograding.progress(assignment, self.coursedir, notebook)
        if progress["running"]:
            self.forget()
        self.write(progress)


class CancelHandler(_Handler):
    """Handler of the Cancel button for the run of an assignment."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def post(self, assignment: str) -> None:
        self.write({"running": self.autograding.cancel(assignment)})


class FeedbackHandler(_Handler):
    """Handler that runs `nbjudge feedback` in a process of its own, while the server goes on."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str, student: str | None = None) -> None:
        only = [f"--student={student}"] if student else []
        command = ["nbjudge", "feedback", *only, "--", assignment]
        outcome = RunOutcome(*await run_module(command, self.autograding.folder()))
        self.forget()
        self.write(
            _json({"success": outcome.done, "log" if outcome.done else "error": outcome.said})
        )


class PicturesHandler(handlers.SubmissionFilesHandler):
    """Handler of the files beside a submission's notebooks: pictures of that submission, no others.

    nbgrader's own serves every file of the course. A page of HTML or SVG that a student has
    submitted would run its scripts with all rights of the person who grades.
    """

    @property
    def content_security_policy(self) -> str:
        """Return the policy of the server, and that nothing in the file may run."""
        return f"{super().content_security_policy}; sandbox"

    def parse_url_path(self, url_path: str) -> str:
        """Return the path of a picture.

        Raise HTTPError if it is not a picture, or not in the folder of the submission. Also if it
        cannot belong to an answer: nobody would notice that a student has replaced it since a
        person gave points for it.
        """
        path: str = super().parse_url_path(url_path)
        folder = super().parse_url_path(url_path.lstrip("/").partition("/")[0] + "/")
        file = Path(os.path.realpath(path))
        inside = file.is_relative_to(os.path.realpath(folder))
        if not inside or Path(path).suffix.lower() not in PICTURES:
            raise web.HTTPError(404)
        if not can_belong(file.relative_to(os.path.realpath(folder)).as_posix()):
            raise web.HTTPError(404)
        return path


def _json(answer: dict[str, Any]) -> str:
    # formgrader's pages parse the text themselves. A dictionary would be sent with the content type
    # of JSON, which jQuery parses, and then the pages would parse it a second time.
    return json.dumps(answer)


def _load_jupyter_server_extension(server: Any) -> None:
    formgrader = Formgrader(parent=server)
    formgrader.root_dir = server.root_dir
    formgrader.log = server.log
    formgrader.initialize([])
    formgrader.init_tornado_settings(server.web_app)
    formgrader.init_handlers(server.web_app)
