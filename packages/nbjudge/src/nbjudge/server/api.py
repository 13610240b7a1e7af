"""API behind formgrader's lists of submissions: nbgrader's own, with the grading records added."""

from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.apps.api import NbGraderAPI
from nbgrader.server_extensions.formgrader.base import BaseHandler

from ..course.policy import held_students
from ..files.file_names import TIMESTAMP
from ..files.submission import SubmittedFiles, timestamp_text
from ..files.times import utc_now
from ..gradebook.record import read_record


class RecordedAPI(NbGraderAPI):
    """nbgrader's API, which here uses the grading record to decide if a submission is graded.

    nbgrader compares the time in ``timestamp.txt`` with the time in the gradebook. That fails for a
    time that was not believed, because the gradebook does not hold it. The grading record does: it
    holds the text of the file as it was when the submission was graded.
    """

    def get_autograded_students(self, assignment_id: str) -> set[str]:
        """Return the ids of the students whose present submission has been graded."""
        graded: set[str] = super().get_autograded_students(assignment_id)
        with self.gradebook as gradebook:
            known = {each.student_id for each in gradebook.assignment_submissions(assignment_id)}
        coursedir = self.coursedir
        for student in known:
            ids = (student, assignment_id)
            autograded = Path(coursedir.format_path(coursedir.autograded_directory, *ids))
            submitted = Path(coursedir.format_path(coursedir.submitted_directory, *ids))
            record = read_record(autograded)
            if record is None:
                continue
            if record.submitted_at == timestamp_text(submitted):
                graded.add(student)
            else:
                graded.discard(student)
        return graded

    def get_submitted_timestamp(self, assignment_id: str, student_id: str) -> datetime | None:
        """Return the time in a submission's ``timestamp.txt``; None if it holds no valid time.

        nbgrader's own method would raise an error for a text that is not a time.
        """
        step = self.coursedir.submitted_directory
        folder = Path(self.coursedir.format_path(step, student_id, assignment_id))
        text = timestamp_text(folder) or ""
        try:
            return SubmittedFiles(student_id, folder, {TIMESTAMP: text.encode()}).timestamp()
        except ValueError:
            return None

    def get_notebook_submissions(
        self, assignment_id: str, notebook_id: str
    ) -> list[dict[str, Any]]:
        """Return the submissions of a notebook; written answers that are held back do not wait."""
        rows: list[dict[str, Any]] = super().get_notebook_submissions(assignment_id, notebook_id)
        if rows:
            with self.gradebook as gradebook:
                held = held_students(self.coursedir, gradebook, assignment_id, utc_now())
            for row in rows:
                row["needs_manual_grade"] &= row["student"] not in held
        return rows


def with_own_api(handler: type[BaseHandler]) -> type[BaseHandler]:
    """Return a subclass of one of nbgrader's handlers that uses `RecordedAPI` and nbjudge's pages.

    The class keeps its name. nbgrader's properties are overridden and its code is left alone.
    """

    def api(self: BaseHandler) -> RecordedAPI:
        self.coursedir.parent.load_config_file()
        return RecordedAPI(self.coursedir, self.authenticator, parent=self.coursedir.parent)

    def exporter(self: BaseHandler) -> Any:
        return self.settings["nbjudge_pages"].exporter()

    def render(self: BaseHandler, name: str, **values: Any) -> Any:
        return self.settings["nbjudge_pages"].templates.get_template(name).render(**values)

    own = {"api": property(api), "exporter": property(exporter), "render": render}
    return type(handler.__name__, (handler,), own)
