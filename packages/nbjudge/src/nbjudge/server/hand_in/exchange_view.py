"""What a student's server asks nbgrader's exchange: hand in, what has become of it, the pages.

Entry point: `Desk`. All goes through the classes that the student's configuration names in
``ExchangeFactory``, so that it works with another exchange as well. Where that is nbgrader's own,
the files of `nbjudge watch` say more (docs/watch.md).
"""

import datetime
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError, ExchangeFactory, default
from nbgrader.utils import find_all_notebooks
from traitlets.config import Config

from ...course.file_names import SECRET
from ...course.status_files import read_sign, read_told, told_file
from ...course.text import one_line

FEEDBACK = "feedback"  # nbgrader's name of the folder of released pages
QUIET = logging.getLogger(f"{__name__}.exchange")  # what is asked every few seconds


class NotHandedIn(Exception):
    """It cannot be handed in, or not be shown. The message is a sentence for the student."""


class Desk:
    """The exchange, as one student's server sees it for the folder of one assignment.

    Parameters
    ----------
    folder
        The student's folder of the assignment, an absolute path. Its name is the assignment's.
    config
        nbgrader's configuration, as the server reads it.
    """

    def __init__(self, folder: Path, config: Config):
        self.folder, self.config = folder, config

    def courses(self) -> list[str]:
        """The courses that have released an assignment of this name; none without an exchange."""
        if "+" in self.folder.name:  # which nbgrader allows in no assignment's name
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

    def hand_in(self, course: str) -> list[str]:
        """Hand the folder in, as it is on the disk.

        Returns
        -------
        The released notebooks that the folder lacks.

        Raises
        ------
        NotHandedIn
            The exchange does not take it.
        """
        submit = self._exchange("Submit", course)
        try:
            submit.start()
        except (ExchangeError, RuntimeError, OSError) as error:
            raise NotHandedIn(one_line(f"It was not handed in: {error}")) from error
        released = getattr(submit, "release_path", None)
        if released is None:
            return []
        lacking = set(find_all_notebooks(released)) - set(find_all_notebooks(str(self.folder)))
        return sorted(lacking)

    def status(self, course: str) -> dict[str, Any]:
        """What is known of all attempts.

        Returns
        -------
        `assignment`, `course`; `watch`: None where no watch grades at once, else what
        its sign says; `attempts`, the newest first: `time` (of handing in, as nbgrader notes it),
        `told` (what the watch says of it, or None) and `pages`, by notebook: whether the page `is`
        there, and its `path`, absolute, where it has been fetched as it is now.
        """
        lister = self._exchange("List", course)
        lister.cached = True
        try:
            found = lister.start()
        except ExchangeError as error:
            raise NotHandedIn(one_line(f"The exchange cannot be read: {error}")) from error
        submissions = [one for group in found for one in group["submissions"]]
        feedback = self._feedback(lister, course)
        sign = read_sign(feedback) if feedback else None
        now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
        watched = sign and sign.is_fresh(now) and self.folder.name in sign.assignments
        return {
            "assignment": self.folder.name,
            "course": course,
            "watch": asdict(sign) if sign and watched else None,
            "attempts": [
                {
                    "time": one["timestamp"],
                    "told": _told(feedback, Path(one["path"])) if feedback else None,
                    "pages": {each["notebook_id"]: _page(each) for each in one["notebooks"]},
                }
                for one in sorted(submissions, key=lambda one: one["timestamp"], reverse=True)
            ],
        }

    def fetch(self, course: str) -> None:
        """Fetch all pages that are there into the folder ``feedback`` of the assignment.

        Raises
        ------
        NotHandedIn
            The exchange does not give them.
        """
        try:
            self._exchange("FetchFeedback", course).start()
        except (ExchangeError, OSError) as error:
            raise NotHandedIn(one_line(f"The page cannot be fetched: {error}")) from error

    def _exchange(self, kind: str, course: str) -> Any:
        """One of nbgrader's classes for the exchange, for this folder."""
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

    def _feedback(self, lister: Any, course: str) -> Path | None:
        """The folder of released pages, where the exchange is nbgrader's own."""
        return Path(lister.root, course, FEEDBACK) if isinstance(lister, default.Exchange) else None


def _told(feedback: Path, cached: Path) -> dict[str, Any] | None:
    """What a watch says of an attempt, by the secret in the student's cache."""
    try:
        secret = (cached / SECRET).read_text()
    except (OSError, ValueError):
        return None
    told = read_told(told_file(feedback, secret))
    return asdict(told) if told else None


def _page(notebook: dict[str, Any]) -> dict[str, Any]:
    current = notebook["has_local_feedback"] and not notebook["feedback_updated"]
    return {
        "is": notebook["has_exchange_feedback"] or notebook["has_local_feedback"],
        "path": notebook["local_feedback_path"] if current else None,
    }
