"""Data of the report about a class, read once for the page and for the tables."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..errors import Problem, UsageError
from ..files.folders import student_folders
from ..gradebook.database import open_gradebook
from ..gradebook.late_penalties import renew_late_penalties
from ..gradebook.record import Record, read_record
from ..gradebook.scores import Scores, Submission, read_scores
from ..gradebook.source_notebooks import cell_path
from ..grading.preflight import ADVISED, WARNED, Course, look
from .check_messages import CheckMessages, read_check_messages
from .class_findings import attention
from .items import Check, analyze
from .sections import SectionTable, read_sections
from .settings import Report


@dataclass(frozen=True)
class Class:
    """Results of a class in one assignment.

    A student's name is "" if the gradebook has none. `ungraded` are students who have submitted and
    are not graded. `submissions` are sorted from the most points to the fewest. `reasons` has, by
    student, why the submission needs attention. `missing` has the conditions for grading that the
    course does not meet, if they cause only a warning. `forgeable` has, by notebook and test cell,
    the means by which a submission can forge its points. `formgrader` is a URL without a trailing
    slash, or "" for no links.
    """

    scores: Scores
    names: dict[str, str]
    records: dict[str, Record]
    ungraded: list[str]
    submissions: list[Submission]
    reasons: dict[str, list[str]]
    heard: CheckMessages
    checks: list[Check]
    sections: list[SectionTable]
    missing: list[Problem]
    forgeable: dict[tuple[str, str], str]
    feedback: dict[str, Path]
    formgrader: str

    def feedback_pages(self, student: str, beside: Path) -> dict[str, str]:
        """Return the URLs of a student's feedback pages by notebook, relative to `beside`."""
        folder = self.feedback.get(student)
        if folder is None:
            return {}
        return {page.stem: quote(os.path.relpath(page, beside)) for page in folder.glob("*.html")}

    def in_formgrader(self, *parts: str) -> str:
        """Return the URL of a page of formgrader; "" if the report has no links to it."""
        if not self.formgrader:
            return ""
        return "/".join([self.formgrader, *(quote(part, safe="") for part in parts)])


def gather(coursedir: CourseDirectory, assignment: str, config: Config | None = None) -> Class:
    """Read the gradebook, the grading records, and the folders of an assignment.

    Raise `UsageError` if there is no gradebook, if it lacks the assignment, if a class of
    `Report.sections` fails, or if `Report.forgeable` has a test cell that does not exist; raise
    `RunStoppedError` if the gradebook cannot be read.
    """
    config = config or Config()
    settings = Report(config=config)
    with open_gradebook(coursedir) as gradebook:
        renew_late_penalties(coursedir, config, gradebook, assignment)
        scores = read_scores(gradebook, assignment)
        names = {
            s.id: " ".join(filter(None, [s.first_name, s.last_name])) for s in gradebook.students
        }
    folders = student_folders(coursedir, coursedir.autograded_directory, assignment)
    found = {student: read_record(folder) for student, folder in folders.items()}
    records = {student: record for student, record in found.items() if record}
    submitted = student_folders(coursedir, coursedir.submitted_directory, assignment)
    heard = read_check_messages(scores, folders)
    return Class(
        scores,
        names,
        records,
        ungraded=sorted(set(submitted) - set(scores.submissions) - set(records)),
        submissions=sorted(scores.submissions.values(), key=lambda s: (-s.score, s.student_id)),
        reasons=attention(scores, records),
        heard=heard,
        checks=analyze(scores, heard, folders, records),
        sections=read_sections(
            settings.sections,
            Path(coursedir.format_path(coursedir.release_directory, ".", assignment)),
            folders,
        ),
        missing=look(Course(coursedir, config, here=False), WARNED, ADVISED),
        forgeable=_forgeable(settings, scores),
        feedback=student_folders(coursedir, coursedir.feedback_directory, assignment),
        formgrader=settings.formgrader.rstrip("/"),
    )


def _forgeable(settings: Report, scores: Scores) -> dict[tuple[str, str], str]:
    """Return the entries of `Report.forgeable` for an assignment, by notebook and test cell."""
    cells = {
        cell_path(scores.assignment, cell.notebook, cell.name): (cell.notebook, cell.name)
        for cell in scores.cells
    }
    prefix = cell_path(scores.assignment, "", "").removesuffix("/")
    found = {}
    for path, how in settings.forgeable.items():
        if path in cells:
            found[cells[path]] = how
        elif path.startswith(prefix):
            raise UsageError(f"Report.forgeable lists {path}, but there is no such test cell.")
    return found
