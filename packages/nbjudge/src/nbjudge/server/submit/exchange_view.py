"""A student's access to nbgrader's exchange: submit, see the status of attempts, fetch feedback.

Entry point: `ExchangeView`. It uses only the classes that the student's configuration names in
``ExchangeFactory``, so it also works with another exchange. With nbgrader's own exchange, the
status files of `nbjudge watch` add to the status (docs/public-api.md).
"""

import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError, ExchangeFactory, default
from traitlets.config import Config

from ...exchange.status_files import read_heartbeat, read_status, status_path
from ...files.file_names import SECRET
from ...files.text import one_line
from ...files.times import utc_now
from .before import look_at_folder

# nbgrader's classes log each use, and the button asks for the status every few seconds.
QUIET = logging.getLogger(f"{__name__}.exchange")


class SubmitError(Exception):
    """Failure to submit, or to read the exchange. The message is a sentence for the student."""


class ExchangeView:
    """Exchange, as one student's server sees it for the folder of one assignment.

    `folder` is an absolute path, and its name is the assignment's.
    """

    def __init__(self, folder: Path, config: Config):
        self.folder = folder
        self.config = config

    def courses(self) -> list[str]:
        """Return the courses that have released this assignment; none without an exchange."""
        if "+" in self.folder.name:  # nbgrader allows it in no assignment's name
            return []
        lister = self._exchange("List", "")
        root = getattr(lister, "root", None)
        if isinstance(lister, default.Exchange) and not Path(str(root)).is_dir():
            return []
        try:
            found = lister.start()
        except ExchangeError:
            return []
        courses = sorted({str(one["course_id"]) for one in found})
        if getattr(lister, "path_includes_course", False):
            courses = [course for course in courses if course == self.folder.parent.name]
        return courses

    def look(self, course: str) -> dict[str, list[str]]:
        """Compare the folder with the release, as `look_at_folder` does.

        Return its result, or an empty dict if the exchange is not nbgrader's own.
        """
        lister = self._exchange("List", course)
        released = self._place(lister, course, "outbound", self.folder.name)
        return look_at_folder(self.folder, released, lister.coursedir) if released else {}

    def submit(self, course: str) -> None:
        """Submit the folder, as it is on the disk.

        Raise `SubmitError` if the exchange refuses it.
        """
        try:
            self._exchange("Submit", course).start()
        except (ExchangeError, RuntimeError, OSError) as error:
            raise SubmitError(one_line(f"It was not submitted: {error}")) from error

    def status(self, course: str) -> dict[str, Any]:
        """Return the status of all attempts.

        `watch` is the sign of a running watch that grades this assignment, or None. `due` is the
        student's due date as a status file has it, or None if it is not known. `attempts` has the
        newest first. Each has `time`, the submission's time as nbgrader records it; `status`, its
        status file, or None; and `pages`, by notebook: `is`, True if there is a page, and `path`,
        its absolute path if the newest version has been fetched, else None. Raise `SubmitError` if
        the exchange cannot be read.
        """
        lister = self._exchange("List", course)
        lister.cached = True
        try:
            found = lister.start()
        except ExchangeError as error:
            raise SubmitError(one_line(f"The exchange cannot be read: {error}")) from error
        submissions = [one for group in found for one in group["submissions"]]
        feedback = self._place(lister, course, "feedback")
        sign = read_heartbeat(feedback) if feedback else None
        watched = sign and sign.is_fresh(utc_now()) and self.folder.name in sign.assignments
        attempts = [
            {
                "time": one["timestamp"],
                "status": _told(feedback, Path(one["path"])) if feedback else None,
                "pages": {each["notebook_id"]: _page(each) for each in one["notebooks"]},
            }
            for one in sorted(submissions, key=lambda one: one["timestamp"], reverse=True)
        ]
        # Only the status of an attempt has the student's own extension in it.
        dates = [one["status"]["due"] for one in attempts if one["status"]]
        dates.append(sign.due.get(self.folder.name) if sign and watched else None)
        return {
            "assignment": self.folder.name,
            "course": course,
            "watch": asdict(sign) if sign and watched else None,
            "due": next(filter(None, dates), None),
            "attempts": attempts,
        }

    def fetch(self, course: str) -> None:
        """Fetch all released feedback pages into the folder ``feedback`` of the assignment.

        Raise `SubmitError` if the exchange does not provide them.
        """
        try:
            self._exchange("FetchFeedback", course).start()
        except (ExchangeError, OSError) as error:
            raise SubmitError(one_line(f"The page cannot be fetched: {error}")) from error

    def _exchange(self, kind: str, course: str) -> Any:
        """Make an object of one of nbgrader's exchange classes, for this folder."""
        coursedir = CourseDirectory(config=self.config)
        coursedir.assignment_id = self.folder.name
        coursedir.course_id = course or coursedir.course_id
        made = getattr(ExchangeFactory(config=self.config), kind)(
            coursedir=coursedir,
            authenticator=Authenticator(config=self.config),
            config=self.config,
        )
        above = 1 if getattr(made, "path_includes_course", False) else 0
        made.assignment_dir = str(self.folder.parents[above])
        if kind != "Submit":
            made.log = QUIET
        return made

    def _place(self, lister: Any, *names: str) -> Path | None:
        """Return a folder of the exchange; None if the exchange is not nbgrader's own."""
        return Path(lister.root, *names) if isinstance(lister, default.Exchange) else None


def _told(feedback: Path, cached: Path) -> dict[str, Any] | None:
    """Read the status file of an attempt, which the secret in the student's cache names."""
    try:
        secret = (cached / SECRET).read_text()
    except (OSError, ValueError):
        return None
    status = read_status(status_path(feedback, secret))
    return asdict(status) if status else None


def _page(notebook: dict[str, Any]) -> dict[str, Any]:
    current = notebook["has_local_feedback"] and not notebook["feedback_updated"]
    return {
        "is": notebook["has_exchange_feedback"] or notebook["has_local_feedback"],
        "path": notebook["local_feedback_path"] if current else None,
    }
