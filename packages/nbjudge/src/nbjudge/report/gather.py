"""All that the report tells of a class, read once for the page and for the tables."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..course.cell_kinds import cell_path
from ..course.folders import student_folders
from ..course.gradebook import open_gradebook
from ..course.record import Record, read_record
from ..course.scores import Scores, Submission, read_scores
from ..errors import WrongUsage
from .check_messages import CheckMessages, read_check_messages
from .class_findings import attention
from .items import Check, analyse
from .sections import SectionTable, read_sections
from .settings import Report


@dataclass(frozen=True)
class Class:
    """A class in one assignment.

    Attributes
    ----------
    scores
        The scores of all submissions.
    names
        The name of each student of the gradebook; "" where the gradebook has none.
    records
        The record of the grading of each student, where there is one.
    ungraded
        Who has submitted and is not graded.
    submissions
        From the most points to the fewest.
    reasons
        Why submissions need attention, by student.
    heard, checks
        What failing checks said, and how the class did in each.
    sections
        The tables of the course's own classes.
    forgeable
        By notebook and test cell, by what its points can be forged.
    feedback
        The folder of each student's feedback, where there is one.
    formgrader
        The address of formgrader, without a slash at its end; "" for no links.
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
    forgeable: dict[tuple[str, str], str]
    feedback: dict[str, Path]
    formgrader: str

    def feedback_pages(self, student: str, beside: Path) -> dict[str, str]:
        """The addresses of a student's pages of feedback by notebook, from the folder `beside`."""
        folder = self.feedback.get(student)
        if folder is None:
            return {}
        return {page.stem: quote(os.path.relpath(page, beside)) for page in folder.glob("*.html")}

    def in_formgrader(self, *parts: str) -> str:
        """The address of a page of formgrader; "" for no links."""
        if not self.formgrader:
            return ""
        return "/".join([self.formgrader, *(quote(part, safe="") for part in parts)])


def gather(
    coursedir: CourseDirectory,
    assignment: str,
    config: Config | None = None,
    student: str | None = None,
) -> Class:
    """Read the gradebook, the records, and what lies in the folders of an assignment.

    The arguments are those of `page.write_report`: with `student`, the tables of the course's own
    are about that student alone.

    Raises
    ------
    WrongUsage
        If there is no gradebook, if it does not hold the assignment, if a class of
        `Report.sections` fails, or if `Report.forgeable` names a test cell that is not there.
    Stopped
        If the gradebook cannot be read.
    """
    settings = Report(config=config or Config())
    with open_gradebook(coursedir) as gradebook:
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
        checks=analyse(scores, heard, folders, records),
        sections=read_sections(
            settings.sections,
            Path(
                coursedir.root, coursedir.format_path(coursedir.release_directory, ".", assignment)
            ),
            {name: path for name, path in folders.items() if student in (None, name)},
        ),
        forgeable=_forgeable(settings, scores),
        feedback=student_folders(coursedir, coursedir.feedback_directory, assignment),
        formgrader=settings.formgrader.rstrip("/"),
    )


def _forgeable(settings: Report, scores: Scores) -> dict[tuple[str, str], str]:
    """What `Report.forgeable` says of the test cells of an assignment."""
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
            raise WrongUsage(f"Report.forgeable names {path}, and there is no such test cell.")
    return found
