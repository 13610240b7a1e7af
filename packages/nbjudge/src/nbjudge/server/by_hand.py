"""Requests of formgrader's page to grade a submission by hand."""

import asyncio
from typing import Any

from nbgrader.api import MissingEntry, SubmittedNotebook
from nbgrader.server_extensions.formgrader.base import (
    BaseApiHandler,
    BaseHandler,
    check_notebook_dir,
    check_xsrf,
)
from tornado import web

from .write_ups import (
    WaitingCell,
    autograded_file,
    comments_before,
    course_notebook,
    waiting_cells,
)


class _Handler(BaseApiHandler):
    async def equal(
        self, this: SubmittedNotebook, waiting: list[WaitingCell]
    ) -> dict[str, list[WaitingCell]]:
        """Return the cells of others that are equal to those of `this`, by the cell's name."""
        names = this.assignment.assignment.name, this.student.id, this.notebook.name
        path = autograded_file(self.coursedir, *names)
        course = course_notebook(self.coursedir, this)
        # In a thread, because the first request reads the notebooks of the whole class.
        found: dict[str, list[WaitingCell]] = await asyncio.to_thread(
            self.settings["nbjudge_write_ups"].equal, path, waiting, course
        )
        return found


class OthersHandler(_Handler):
    """Handler that returns what the page shows about the notebook's other submissions.

    The reply has `comments`, the comments given so far by cell; `left`, the number of others that
    wait for manual grading; `equal`, the equal answers among them by cell, each with its `id` and
    the student's `name`.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def get(self, submission_id: str) -> None:
        this = _find(self, submission_id)
        waiting = waiting_cells(self.coursedir, self.gradebook, this)
        comments = comments_before(self.gradebook, this)
        equal = await self.equal(this, waiting)
        self.write(
            {
                "comments": comments,
                "left": _left(waiting, submission_id),
                "equal": {
                    cell: [{"id": each.submission, "name": each.student} for each in others]
                    for cell, others in equal.items()
                },
            }
        )


class EqualHandler(_Handler):
    """Handler that copies points and comment of a cell to the equal answers named in the body.

    The body is a JSON list of ids of submitted notebooks. Those that are not equal any more, or no
    longer wait, are passed over.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def post(self, submission_id: str, cell: str) -> None:
        this = _find(self, submission_id)
        grade = next((each for each in this.grades if each.name == cell), None)
        if grade is None or grade.manual_score is None:
            raise web.HTTPError(400, "Give points to this answer first.")
        waiting = waiting_cells(self.coursedir, self.gradebook, this)
        equal = (await self.equal(this, waiting)).get(cell, [])
        named = self.get_json_body()
        graded = [each for each in equal if isinstance(named, list) and each.submission in named]
        said = {each.name: each.manual_comment for each in this.comments}
        for each in graded:
            other = _find(self, each.submission)
            for row in other.grades:
                if row.name == cell:
                    row.manual_score, row.extra_credit = grade.manual_score, grade.extra_credit
                    row.needs_manual_grade = False
            for comment in other.comments:
                if comment.name == cell:
                    comment.manual_comment = said.get(cell)
        self.gradebook.db.commit()
        left = waiting_cells(self.coursedir, self.gradebook, this)
        self.write({"graded": len(graded), "left": _left(left, submission_id)})


class NextToGradeHandler(BaseHandler):
    """Handler that redirects to the notebook's next submission that waits for manual grading."""

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, submission_id: str) -> None:
        this = _find(self, submission_id)
        waiting = waiting_cells(self.coursedir, self.gradebook, this)
        others = {each.submission for each in waiting} - {submission_id}
        # Submissions after this one come first, then those before it that were skipped.
        following = sorted(others, key=lambda each: (each < submission_id, each))
        assignment, notebook = this.assignment.assignment.name, this.notebook.name
        end = f"gradebook/{assignment}/{notebook}"
        address = f"submissions/{following[0]}/" if following else end
        self.redirect(f"{self.base_url}/formgrader/{address}")


def _left(waiting: list[WaitingCell], submission_id: str) -> int:
    return len({each.submission for each in waiting} - {submission_id})


def _find(handler: Any, submission_id: str) -> SubmittedNotebook:
    try:
        return handler.gradebook.find_submission_notebook_by_id(submission_id)
    except MissingEntry as error:
        raise web.HTTPError(404, f"There is no submission {submission_id}.") from error
