"""Formgrader with nbjudge behind its Autograde button, and a page to grade write-ups by hand.

A server extension. It takes the place of `nbgrader.server_extensions.formgrader`, which the file
`nbjudge.json` beside nbgrader's turns off, and is that extension with routes of its own before
nbgrader's: tornado takes the first that fits.
"""

import json
import os
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from jupyter_server.utils import url_path_join
from nbgrader.api import MissingEntry
from nbgrader.server_extensions.formgrader import apihandlers, handlers
from nbgrader.server_extensions.formgrader.base import (
    BaseApiHandler,
    BaseHandler,
    check_notebook_dir,
    check_xsrf,
)
from nbgrader.server_extensions.formgrader.formgrader import FormgradeExtension
from tornado import web
from traitlets.config import Config

from .api import comments_before, with_own_api
from .autograding import Autograding, RunOutcome, run_module
from .pages import PagesMade
from .schemes import MarkSchemes

HERE = Path(__file__).parent
TEMPLATES, STATIC = HERE / "templates", HERE / "static"


class Formgrader(FormgradeExtension):
    """nbgrader's extension, with nbjudge's routes and templates before its own."""

    def build_extra_config(self) -> Config:
        extra: Config = super().build_extra_config()
        extra.HTMLExporter.template_name = "nbjudge"
        extra.HTMLExporter.extra_template_basedirs = [str(TEMPLATES), handlers.template_path]
        extra.HTMLExporter.extra_template_paths = [handlers.template_path]
        return extra

    def init_tornado_settings(self, webapp: Any) -> None:
        super().init_tornado_settings(webapp)
        settings = webapp.settings
        settings["nbgrader_jinja2_env"] = templates()
        # Before the preprocessors that the course names: what comes from the instructor is made
        # harmless together with the rest.
        schemes, exporter = MarkSchemes(self.coursedir), settings["nbgrader_exporter"]
        exporter.register_preprocessor(schemes, True)
        settings["nbgrader_exporter"] = PagesMade(exporter, schemes.path_of)
        settings["nbjudge_autograding"] = Autograding(self.course_folder)

    def course_folder(self) -> str:
        """The folder whose nbgrader_config.py counts now."""
        return os.getcwd() if self.load_cwd_config else str(self.config_dir)

    def init_handlers(self, webapp: Any) -> None:
        base = webapp.settings["base_url"]
        one, all_ = r"/([^/]+)/([^/]+)", r"/([^/]+)"
        routes: list[tuple[str, *tuple[Any, ...]]] = [
            (f"formgrader/api/submission{one}/autograde", AutogradeHandler),
            (f"formgrader/api/assignment{all_}/autograde", AutogradeAllHandler),
            (f"formgrader/api/assignment{all_}/autograde/cancel", CancelHandler),
            (f"formgrader/api/assignment{one}/generate_feedback", FeedbackHandler),
            (f"formgrader/api/assignment{all_}/generate_feedback", FeedbackHandler),
            (r"formgrader/submissions/([^/]+)/next_to_grade", NextToGradeHandler),
            (
                r"formgrader/api/submitted_notebook/([^/]+)/comments_before",
                CommentsBeforeHandler,
            ),
            (r"formgrader/nbjudge/(.*)", web.StaticFileHandler, {"path": str(STATIC)}),
        ]
        # What the routes above leave to nbgrader, which asks the record too.
        for pattern, handler, *rest in (*handlers.default_handlers, *apihandlers.default_handlers):
            if issubclass(handler, BaseHandler):
                routes.append((pattern.lstrip("/"), with_own_api(handler), *rest))
        webapp.add_handlers(
            ".*$", [(url_path_join(base, pattern), *rest) for pattern, *rest in routes]
        )
        super().init_handlers(webapp)


def templates() -> Environment:
    """Find nbjudge's templates before nbgrader's; a name in a page is text, whatever it holds.

    Names come from addresses, which anybody can send to who grades, and from submissions.
    """
    theirs = FileSystemLoader(handlers.template_path)
    loaders = [FileSystemLoader(TEMPLATES), theirs, PrefixLoader({"nbgrader": theirs})]
    return Environment(loader=ChoiceLoader(loaders), autoescape=True)


class _Handler(BaseApiHandler):
    @property
    def autograding(self) -> Autograding:
        autograding: Autograding = self.settings["nbjudge_autograding"]
        return autograding

    def forget(self) -> None:
        """Let go of the gradebook as it was read before: another process has written to it."""
        gradebook = self.settings["nbgrader_gradebook"]
        if gradebook is not None:
            gradebook.close()
            self.settings["nbgrader_gradebook"] = None


class AutogradeHandler(_Handler):
    """The button of a student: what `nbjudge grade --force --student ID` does."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, assignment: str, student: str) -> None:
        answer = await self.autograding.student(assignment, student)
        self.forget()
        self.write(_json(answer))


class AutogradeAllHandler(_Handler):
    """The button of an assignment, and how far its run is."""

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
        self.write(self.autograding.progress(assignment, self.coursedir))


class CancelHandler(_Handler):
    """The button Cancel of a run of an assignment."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def post(self, assignment: str) -> None:
        self.write({"running": self.autograding.cancel(assignment)})


class FeedbackHandler(_Handler):
    """What `nbjudge feedback` does, beside the server's other work."""

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


class CommentsBeforeHandler(_Handler):
    """What people wrote in the cells of a notebook, to say it again."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, submission_id: str) -> None:
        try:
            self.write(comments_before(self.gradebook, submission_id))
        except MissingEntry as error:
            raise web.HTTPError(404, f"There is no submission {submission_id}.") from error


@with_own_api
class NextToGradeHandler(BaseHandler):
    """Lead to the next submission of the same notebook in which something waits for a person."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, submission_id: str) -> None:
        try:
            this = self.gradebook.find_submission_notebook_by_id(submission_id)
        except MissingEntry as error:
            raise web.HTTPError(404, f"There is no submission {submission_id}.") from error
        assignment, notebook = this.assignment.assignment.name, this.notebook.name
        indices = self.api.get_notebook_submission_indices(assignment, notebook)
        waiting = [
            each.id
            for each in self.gradebook.notebook_submissions(notebook, assignment)
            if each.needs_manual_grade and each.id in indices and each.id != this.id
        ]
        # Those after this one first, then those before it that were passed over.
        here = indices.get(this.id, -1)
        waiting.sort(key=lambda each: (indices[each] < here, indices[each]))
        place = f"submissions/{waiting[0]}/" if waiting else f"gradebook/{assignment}/{notebook}"
        self.redirect(f"{self.base_url}/formgrader/{place}")


def _json(answer: dict[str, Any]) -> str:
    # formgrader's pages parse the text themselves: sent as JSON it would be parsed twice.
    return json.dumps(answer)


def _load_jupyter_server_extension(server: Any) -> None:
    formgrader = Formgrader(parent=server)
    formgrader.root_dir = server.root_dir
    formgrader.log = server.log
    formgrader.initialize([])
    formgrader.init_tornado_settings(server.web_app)
    formgrader.init_handlers(server.web_app)
