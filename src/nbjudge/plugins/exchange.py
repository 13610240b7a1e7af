"""Feedback through nbgrader's exchange, whatever single submissions lack."""

from pathlib import Path

from nbgrader.exchange.default import ExchangeReleaseFeedback

from ..course.folders import student_folders
from ..course.record import printable

# Both are written by `nbgrader submit` and go along with a submission to its feedback.
SECRET, TIMESTAMP = "submission_secret.txt", "timestamp.txt"


class ReleaseFeedback(ExchangeReleaseFeedback):
    """Release the feedback of all who have handed in through the exchange.

    Put it into ``ExchangeFactory.release_feedback``. The exchange finds a student's pages by the
    secret that `nbgrader submit` has put beside the notebooks, and nbgrader's own class ends with
    an error at the first submission without one, such as one that was copied by hand. Here that
    student is named and passed over.
    """

    def init_src(self) -> None:
        """Find the pages, and those that cannot be fetched."""
        super().init_src()
        folders = student_folders(
            self.coursedir, self.coursedir.feedback_directory, self.coursedir.assignment_id
        )
        asked = self.coursedir.student_id
        lacking = []
        for student, folder in folders.items():
            if asked not in ("", "*", student):
                continue
            if not _text(folder / SECRET):
                lacking.append(student)
            elif _text(folder / TIMESTAMP) is None:
                # `nbjudge grade` leaves out a time that it does not believe. nbgrader shows what
                # stands here in its log, and takes nothing for no time.
                (folder / TIMESTAMP).unlink(missing_ok=True)
                (folder / TIMESTAMP).touch()
        if lacking:
            self.log.warning(
                "Not handed in through the exchange, so give these students their pages in "
                "another way: %s",
                printable(", ".join(lacking)),
            )
            excluded = [self.coursedir.student_id_exclude, *lacking]
            self.coursedir.student_id_exclude = ",".join(filter(None, excluded))


def _text(path: Path) -> str | None:
    """What a file says; None where that cannot be read."""
    try:
        return path.read_text()
    except (OSError, ValueError):
        return None
