"""Requests of formgrader's page to grade a submission by hand."""

import asyncio
import json
import math
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from nbgrader.api import BaseCell, Comment, Grade, MissingEntry, SubmittedNotebook
from nbgrader.server_extensions.formgrader import apihandlers
from nbgrader.server_extensions.formgrader.base import (
    BaseApiHandler,
    BaseHandler,
    check_notebook_dir,
    check_xsrf,
)
from sqlalchemy import select
from tornado import web

from ..gradebook.graded_files import read_graded_files
from ..gradebook.hand_grading import (
    AnySession,
    NewerValueError,
    Points,
    Row,
    copy_points,
    give_comment,
    give_points,
    locked,
    points_of,
)
from ..gradebook.stored_results import is_of_folder
from .share import Share, share_progress
from .write_ups import (
    WaitingCell,
    autograded_file,
    comments_before,
    course_notebook,
    gradable_files,
    notebook_state,
    waiting_cells,
)


class _Handler(BaseApiHandler):
    def waiting(self, this: SubmittedNotebook) -> list[WaitingCell]:
        """Return the cells of a notebook's submissions that wait for manual grading."""
        files = gradable_files(self.coursedir, self.gradebook, this.notebook)
        return waiting_cells(files, self.gradebook, this.notebook)

    def comparison(
        self, this: SubmittedNotebook, waiting: list[WaitingCell]
    ) -> Callable[[], dict[str, list[WaitingCell]]]:
        """Return a function that returns the cells of others that are equal to those of `this`.

        Its result is by the cell's name. Call it in a thread first, because it then reads the
        notebooks of the whole class. It does not use the gradebook.
        """
        path = _path_of(self, this)
        course = course_notebook(self.coursedir, this)
        return partial(self.settings["nbjudge_write_ups"].equal, path, waiting, course)


class OthersHandler(_Handler):
    """Handler that returns what the page shows about the notebook's other submissions.

    The reply has `comments`, the comments given so far by cell; `left`, the number of others that
    wait for manual grading, in the share of the query argument `share` if there is one; and
    `equal`, the equal answers among those of all shares by cell, each with its `id` and the
    student's `name`.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    async def get(self, submission_id: str) -> None:
        this = _find(self, submission_id)
        share = _share(self)
        waiting = self.waiting(this)
        comments = comments_before(self.gradebook, this)
        equal = await asyncio.to_thread(self.comparison(this, waiting))
        self.write(
            {
                "comments": comments,
                "left": _left(waiting, submission_id, share),
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
        share = _share(self)
        equal_cells = self.comparison(this, self.waiting(this))
        equal = (await asyncio.to_thread(equal_cells)).get(cell, [])
        named = self.get_json_body()
        paths = {
            each.submission: each.path
            for each in equal
            if isinstance(named, list) and each.submission in named
        }
        paths[submission_id] = _path_of(self, this)
        graded = self.copy(submission_id, cell, paths, equal_cells)
        left = _left(self.waiting(this), submission_id, share)
        self.write({"graded": graded, "left": left})

    def copy(
        self,
        this: str,
        cell: str,
        paths: dict[str, Path],
        equal_cells: Callable[[], dict[str, list[WaitingCell]]],
    ) -> int:
        """Copy points and comment of a cell to others that still are equal; return their number.

        `paths` has the autograded files of `this` and the others, by the id of the submitted
        notebook. Points and answers may have changed since these were compared. So while nobody
        else can write, read the points, and compare again: what has not changed is not read again.
        """
        session = self.gradebook.db
        grades_of_cell = _rows_of_cell(session, Grade, cell, paths)
        with locked(session, Grade, [row.id for row in grades_of_cell.values()]) as rows:
            grades = {row.notebook_id: row for row in rows}
            grade = grades.pop(this, None)
            # Points of an answer that has changed since wait to be given again.
            if grade is None or grade.manual_score is None or grade.needs_manual_grade:
                raise web.HTTPError(400, "Give points to this answer first.")
            # Before the answers are read: a folder may still be replaced.
            stored = _stored(session, paths)
            if this not in stored:
                return 0
            still_equal = {each.submission for each in equal_cells().get(cell, [])}
            comments = _rows_of_cell(session, Comment, cell, paths)
            own = comments.get(this)
            return copy_points(
                points_of(grade),
                own.manual_comment if own else None,
                [(grades[key], comments.get(key)) for key in grades.keys() & stored & still_equal],
            )


class PointsHandler(apihandlers.GradeHandler):
    """nbgrader's handler of the points of a cell, which overwrites none that were not shown.

    The body of a PUT is nbgrader's, with two more entries. `shown` has the values of `manual_score`
    and `extra_credit` that the page showed, and `answer` is the state of the notebook that it
    showed (`nbjudge.server.page_cache.PageCache`). Status 409 means that one of them has changed,
    or that there is no `answer`; the reply then has a `message` and the `current` values, and
    nothing is saved.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def put(self, grade_id: str) -> None:
        body = _body(self)
        grade = _row(self.gradebook.find_grade_by_id, grade_id)
        try:
            with locked(self.gradebook.db, Grade, [grade_id]):
                _refuse_other_answer(self, grade.notebook, body.get("answer"))
                shown = _points(_object(body.get("shown")))
                give_points(grade, _points(body), shown)
        except NewerValueError as error:
            self.set_status(409)
            self.write({"message": str(error), "current": grade.to_dict()})
            return
        self.write(json.dumps(grade.to_dict()))


class RemarkHandler(apihandlers.CommentHandler):
    """nbgrader's handler of the comment on a cell, which overwrites none that was not shown.

    See `PointsHandler`; here, `shown` has the value of `manual_comment`.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def put(self, comment_id: str) -> None:
        body = _body(self)
        comment = _row(self.gradebook.find_comment_by_id, comment_id)
        try:
            with locked(self.gradebook.db, Comment, [comment_id]):
                _refuse_other_answer(self, comment.notebook, body.get("answer"))
                shown = _text(_object(body.get("shown")), "manual_comment")
                give_comment(comment, _text(body, "manual_comment"), shown)
        except NewerValueError as error:
            self.set_status(409)
            self.write({"message": str(error), "current": comment.to_dict()})
            return
        self.write(json.dumps(comment.to_dict()))


def _body(handler: BaseApiHandler) -> dict[str, Any]:
    return _object(handler.get_json_body(), "The body")


def _object(value: Any, name: str = "shown") -> dict[str, Any]:
    if not isinstance(value, dict):
        raise web.HTTPError(400, f"{name} is not a JSON object.")
    return value


def _text(values: dict[str, Any], name: str) -> str | None:
    value = values.get(name)
    if value is not None and not isinstance(value, str):
        raise web.HTTPError(400, f"{name} is not a text.")
    return value


def _points(values: dict[str, Any]) -> Points:
    """Read points from JSON, in which formgrader writes what a person types as text."""
    numbers = []
    for name in Points._fields:
        value = values.get(name)
        try:
            number = None if value is None or value == "" else float(value)
        except (TypeError, ValueError):
            number = math.nan
        if number is not None and not math.isfinite(number):
            raise web.HTTPError(400, f"{name} is not a number.")
        numbers.append(number)
    return Points(*numbers)


def _refuse_other_answer(handler: Any, this: SubmittedNotebook, shown: object) -> None:
    """Raise `NewerValueError` unless a notebook is the one that a page showed.

    `shown` is the state that the page was generated with; a page of nbgrader's own has none.
    """
    if not shown:
        raise NewerValueError(
            "Not saved, because this page does not say which answers it shows. Reload the page."
        )
    path = _path_of(handler, this)
    # Before the answers are read: a folder may still be replaced.
    is_stored = this.id in _stored(handler.gradebook.db, {this.id: path})
    if shown != notebook_state(path):
        raise NewerValueError(
            "Not saved, because this submission was graded again meanwhile. Reload the page to see "
            "the new answers."
        )
    if not is_stored:
        raise NewerValueError(
            "Not saved, because the gradebook's result is for other files than this page "
            "shows. Reload the page. If that does not help, grade this submission again."
        )


def _stored(session: AnySession, paths: dict[str, Path]) -> set[str]:
    """Return the ids of those submitted notebooks whose autograded file is what was graded last.

    `paths` has these files by the id.
    """
    submitted = read_graded_files(session, [SubmittedNotebook.id.in_(paths)])
    return {
        key
        for key, path in paths.items()
        if is_of_folder(submitted.get(key), path.parent, path.stem)
    }


def _rows_of_cell(
    session: AnySession, kind: type[Row], cell: str, ids: Collection[str]
) -> dict[str, Row]:
    """Return the rows of a cell, by the id of the submitted notebook."""
    query = select(kind).join(BaseCell, BaseCell.id == kind.cell_id)
    rows = session.scalars(query.where(BaseCell.name == cell, kind.notebook_id.in_(ids)))
    return {row.notebook_id: row for row in rows}


def _path_of(handler: Any, this: SubmittedNotebook) -> Path:
    names = this.assignment.assignment.name, this.student.id, this.notebook.name
    return autograded_file(handler.coursedir, *names)


def _row(find: Callable[[str], Any], key: str) -> Any:
    try:
        return find(key)
    except MissingEntry as error:
        raise web.HTTPError(404) from error


class NextToGradeHandler(BaseHandler):
    """Handler that redirects to the notebook's next submission that waits for manual grading.

    With the query argument `share`, to the next one of that share.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, submission_id: str) -> None:
        this = _find(self, submission_id)
        share = _share(self)
        files = gradable_files(self.coursedir, self.gradebook, this.notebook)
        waiting = waiting_cells(files, self.gradebook, this.notebook)
        others = _in_share(waiting, share) - {submission_id}
        # Submissions after this one come first, then those before it that were skipped.
        following = sorted(others, key=lambda each: (each < submission_id, each))
        assignment, notebook = this.assignment.assignment.name, this.notebook.name
        end = f"gradebook/{assignment}/{notebook}"
        address = f"submissions/{following[0]}/" if following else end
        self.redirect(f"{self.base_url}/formgrader/{address}")


class ShareHandler(BaseApiHandler):
    """Handler that returns how far a share of a notebook is, and where it goes on.

    The reply has `done` and `total`, the numbers of submissions in the share of the query argument
    `share`, and `next`, the id of a submission of it that waits for manual grading, or None.
    """

    @web.authenticated
    @check_xsrf
    @check_notebook_dir
    def get(self, assignment: str, name: str) -> None:
        try:
            notebook = self.gradebook.find_notebook(name, assignment)
        except MissingEntry as error:
            raise web.HTTPError(404, f"There is no notebook {name}.") from error
        share = _share(self)
        files = gradable_files(self.coursedir, self.gradebook, notebook)
        waiting = waiting_cells(files, self.gradebook, notebook)
        progress = share_progress(share, files, {each.student_id for each in waiting})
        following = sorted(_in_share(waiting, share))
        first = following[0] if following else None
        self.write({"done": progress.done, "total": progress.total, "next": first})


def _share(handler: BaseHandler) -> Share:
    """Return the share of the query argument `share`; everything if there is none."""
    try:
        return Share.from_text(handler.get_query_argument("share", ""))
    except ValueError as error:
        raise web.HTTPError(400, str(error)) from error


def _left(waiting: list[WaitingCell], submission_id: str, share: Share) -> int:
    return len(_in_share(waiting, share) - {submission_id})


def _in_share(waiting: list[WaitingCell], share: Share) -> set[str]:
    """Return the ids of the submissions of a share that wait."""
    return {each.submission for each in waiting if share.has(each.student_id)}


def _find(handler: Any, submission_id: str) -> SubmittedNotebook:
    try:
        return handler.gradebook.find_submission_notebook_by_id(submission_id)
    except MissingEntry as error:
        raise web.HTTPError(404, f"There is no submission {submission_id}.") from error
