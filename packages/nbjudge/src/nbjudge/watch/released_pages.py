"""Make, release, summarize, and mark as older the pages of graded attempts.

Runs in worker processes of the watch (`nbjudge.grading.local.Workers`). What students wrote is read
in children of these with bounds, as the exporter does (`nbjudge.plugins.feedback`).

Entry point: `AttemptPageMaker`.
"""

import re
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError, ExchangeFactory
from nbgrader.utils import notebook_hash
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from ..course.visible import RestrictedCells, hide_outputs, visible_grades
from ..errors import RunStoppedError
from ..exchange.attempts import AttemptPages
from ..exchange.exchange_folders import CourseExchange
from ..files.child import Bounds, FailedItem, in_child
from ..files.text import one_line
from ..files.times import parse_time
from ..gradebook.record import Record, read_record
from ..gradebook.scores import NotebookGrades, read_grades, rest
from ..plugins.feedback import HideHiddenTests
from ..plugins.page_maker import PageMaker
from ..plugins.summary import summarize
from ..result.around_cells import headings_by_id
from ..result.parts import Part

SUM_BOUNDS = Bounds(cpu_seconds=10, wall_seconds=60, memory_mb=500)
NOTE = re.compile(r'<p id="nbjudge-older".*?</p>', re.DOTALL)
BODY = re.compile(r"<body[^>]*>")
# The fields of a cell with points that a status file has (docs/public-api.md).
PART = (
    "name",
    "aspect",
    "grade_id",
    "outcome",
    "points",
    "possible",
    "messages",
    "by_hand",
    "pictures",
    "heading",
    "answer_id",
)


class PageRequest(NamedTuple):
    """A request for the pages of an attempt.

    The main process sends it to a worker process, so it is no part of `Attempt`.
    """

    assignment: str
    student: str
    release: bool  # whether the student may see them


class AttemptPageMaker:
    """Makes, releases and summarizes the pages of attempts."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.coursedir = CourseDirectory(config=config)
        self.makers: dict[str, PageMaker] = {}  # by assignment
        self.hide = HideHiddenTests(config=config)

    def make(self, request: PageRequest) -> AttemptPages:
        """Make the pages of an attempt that is stored, and sum up what they say."""
        began = time.monotonic()
        assignment = request.assignment
        self.coursedir.assignment_id = assignment
        self.coursedir.student_id = request.student
        self.coursedir.student_id_exclude = ""
        try:
            if assignment not in self.makers:
                self.makers[assignment] = PageMaker(self.coursedir, self.config, attempts=True)
            pages = self.makers[assignment].make(request.student)
            if request.release:
                self._release()
            notebooks = self._sum_up(request)
            seconds = time.monotonic() - began
            return AttemptPages(notebooks, lost=pages.lost, seconds=seconds)
        except (RunStoppedError, ExchangeError, SQLAlchemyError, OSError) as error:
            return AttemptPages([], one_line(str(error)), seconds=time.monotonic() - began)

    def _release(self) -> None:
        CourseExchange(self.coursedir).refuse_unsafe()
        kind = ExchangeFactory(config=self.config).release_feedback
        kind(coursedir=self.coursedir, config=self.config).start()

    def _sum_up(self, request: PageRequest) -> list[dict[str, Any]]:
        """Return the notebooks' entries in a student's status, in the order of their names."""
        assignment = request.assignment
        student = request.student
        step = self.coursedir.autograded_directory
        folder = Path(self.coursedir.format_path(step, student, assignment))
        record = read_record(folder)
        stored = read_grades(self.coursedir.db_url, assignment, student)
        grades = _visible(stored, record)

        def summary_of(name: str) -> dict[str, Any] | FailedItem:
            try:
                notebook = nbformat.read(folder / f"{name}.ipynb", as_version=4)
                notebook, _ = self.hide(notebook, {})
                hide_outputs(notebook, grades[name])
                headings = headings_by_id(notebook.cells)
                result = summarize(notebook, name, grades[name], record, headings).result
                parts = [_as_json(part) for part in result.parts]
                return {"parts": parts, "unreadable": result.unreadable}
            except Exception as error:  # for a malformed notebook
                return FailedItem(type(error).__name__)

        names = sorted(grades)
        submitted = [name for name in names if (folder / f"{name}.ipynb").is_file()]
        made = in_child(summary_of, submitted, SUM_BOUNDS, as_json=True)
        summaries = dict(zip(submitted, made, strict=True))
        return [_entry(name, grades[name], summaries.get(name)) for name in names]


def points_of(stored: Mapping[str, NotebookGrades], record: Record) -> list[dict[str, Any]]:
    """Return the notebooks' entries in a student's status before any page is made.

    `stored` has the grades by notebook.
    """
    return [_entry(name, grades, None) for name, grades in sorted(_visible(stored, record).items())]


def _visible(
    stored: Mapping[str, NotebookGrades], record: Record | None
) -> dict[str, NotebookGrades]:
    """Return the grades of a submission, by notebook, as its student may see them now."""
    return {
        name: visible_grades(grades, RestrictedCells.of_record(record, name, grades), attempts=True)
        for name, grades in stored.items()
    }


def _as_json(part: Part) -> dict[str, Any]:
    """Return what a status file has of a part of the page's summary."""
    return {field: getattr(part, field) for field in PART}


def _entry(name: str, grades: NotebookGrades, summary: object) -> dict[str, Any]:
    """Return a notebook's entry in a student's status (docs/public-api.md)."""
    if not isinstance(summary, dict):  # there is none, or it could not be made
        summary = {"parts": [], "unreadable": ""}
    waiting = [grade.max_score for grade in grades.grades.values() if grade.needs_manual_grade]
    later = [grades.grades[name].max_score for name in grades.counted_later]
    return {
        "name": name,
        "points": rest(grades.score, grades.late_penalty),
        "possible": grades.max_score,
        "pending_points": sum(waiting),
        "later_points": sum(later),
        "page": None,
        "parts": summary["parts"],
        "unreadable": summary["unreadable"],
        "concealed": bool(grades.concealed or grades.counted_later),
    }


def page_file(feedback: Path, secret: str, notebook: str) -> Path:
    """Return the path that `nbgrader release_feedback` copies a page to."""
    return feedback / f"{notebook_hash(secret=secret, notebook_id=notebook)}.html"


def released_pages(feedback: Path, secret: str, notebooks: Iterable[str]) -> dict[str, Path]:
    """Return the pages that exist, by notebook."""
    paths = {name: page_file(feedback, secret, name) for name in notebooks}
    return {name: path for name, path in paths.items() if path.is_file()}


def marked_as_older(page: str, submitted_at: str, superseded_at: str) -> bytes:
    """Return an attempt's HTML page with a note at its top that the student has submitted again.

    `submitted_at` and `superseded_at` are the times of this attempt and of the next one, as in
    `AttemptStatus`.
    """
    submitted = f"{parse_time(submitted_at):%Y-%m-%d %H:%M:%S} UTC"
    superseded = f"{parse_time(superseded_at):%Y-%m-%d %H:%M:%S} UTC"
    note = (
        '<p id="nbjudge-older" role="note" style="margin:0;padding:1em;background:#fff3cd;'
        f'color:#222"><strong>Not your latest attempt.</strong> This page shows what you '
        f"submitted on {submitted}. You submitted again on {superseded}.</p>"
    )
    return BODY.sub(lambda body: body[0] + note, NOTE.sub("", page, count=1), count=1).encode()
