"""Collect from nbgrader's exchange, where students write, and release feedback to it."""

import contextlib
import filecmp
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.utils import notebook_hash

from ..course.policy import WatchLimits, withheld_line, withheld_students
from ..errors import NbjudgeError, RunStoppedError
from ..exchange.collection_log import collected_time, store_collected
from ..exchange.exchange_folders import CourseExchange
from ..exchange.inbound import InboundFolder, identify
from ..files.file_names import SECRET
from ..files.folders import find_submissions
from ..files.isolation import isolate_errors
from ..files.replace import remove, settle_folder
from ..files.submission import SubmittedFiles, read_submission
from ..files.text import one_line

MOST_FOLDERS = 50  # of one student that are read in search of one before the due date


class JudgeExchangeCollect(ExchangeCollect):
    """Collect submissions without trusting anything that a student can write.

    Put it into ``ExchangeFactory.collect``. nbgrader's own class follows links, so a student can
    make the instructor's files part of a submission. It takes the name of a folder for its owner,
    and stops at the first folder that it cannot read. This class

    - reads files without following a link, within ``CourseDirectory.max_file_size`` and
      ``max_dir_size``, and reports each file that is left out, as ``nbjudge grade`` does later;
    - assigns a folder to the student who owns it, skips a folder that claims to be another
      student's unless `check_owner` is off, and leaves out files of other accounts;
    - takes the time at which the kernel last saw the submission change. It writes this time into
      ``timestamp.txt`` and into a record outside of the submission, by which ``nbjudge grade``
      believes it. The time that the student's file claims is in ``collected.json``;
    - reports an error of one student's folder, and goes on with the others.

    The newest of a student's folders counts.
    """

    def init_src(self) -> None:
        """Find the folders to collect, and report those that are passed over."""
        if not self.coursedir.course_id:
            self.fail("No course id specified. Re-run with --course flag.")
        exchange = CourseExchange(self.coursedir, self.root)
        with contextlib.suppress(OSError):  # the reason is in the next lines
            exchange.prepare()
        for problem in exchange.unsafe():
            self.log.error("%s", problem)
        self.inbound_path = str(exchange.inbound)
        assignment, student = self.coursedir.assignment_id, self.coursedir.student_id
        try:
            names = sorted(os.listdir(self.inbound_path))
        except OSError as error:
            self.fail(f"Cannot read {self.inbound_path}: {error.strerror}")
        found: dict[str, list[InboundFolder]] = {}
        for name in (each for each in names if f"+{assignment}+" in each):
            try:
                one = identify(
                    exchange.inbound, name, assignment, check_owner=self.check_owner, only=student
                )
            except ValueError as why:
                self._pass_over(name, str(why))
            else:
                if one is not None:
                    found.setdefault(one.student, []).append(one)
        for folders in found.values():
            folders.sort(key=lambda one: one.changed, reverse=True)
        self.src_records = found
        self.duedate = None
        if self.before_duedate:
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
                with contextlib.suppress(MissingEntry):
                    self.duedate = gradebook.find_assignment(assignment).duedate

    def copy_files(self) -> None:
        """Collect the newest folder of each student."""
        if not self.src_records:
            self.log.warning(
                "No submissions of '%s' for course '%s' to collect",
                *(self.coursedir.assignment_id, self.coursedir.course_id),
            )
        for student, folders in sorted(self.src_records.items()):
            try:
                with isolate_errors(partial(self._pass_over, student), self.coursedir.root):
                    self._collect(student, folders)
            except RunStoppedError as error:
                self.fail(f"Cannot write {error}")

    def _collect(self, student: str, folders: list[InboundFolder]) -> None:
        ids = (student, self.coursedir.assignment_id)
        target = Path(self.coursedir.format_path(self.coursedir.submitted_directory, *ids))
        settle_folder(target)
        if target.is_dir() and not (self.update or self.before_duedate):
            self.log.info("Submission already exists, use --update to update: %s %s", *ids)
            return
        for submission in self._submissions(student, folders):
            if submission.owner is None:
                self._pass_over(submission.folder.name, submission.reasons[0])
                continue
            before = collected_time(self.coursedir, *ids, self._read_inbound(student, target).files)
            after = submission.submitted_at()
            if before == after or (before and before > after and not self.before_duedate):
                self.log.info("No newer submission to collect: %s %s", *ids)
                return
            self.log.info("Collecting submission: %s %s", *ids)
            for line in submission.left_out():
                self.log.warning("%s %s: %s", *ids, line)
            store_collected(self.coursedir, self.coursedir.assignment_id, submission)
            return

    def _submissions(self, student: str, folders: list[InboundFolder]) -> Iterator[SubmittedFiles]:
        """Yield the student's newest folder, preceded by the newest one in time if asked for."""
        newest = None
        for one in folders[:MOST_FOLDERS]:
            submission = self._read_inbound(
                student, one.path, one_owner=self.check_owner, look_for_writers=True
            )
            if submission.owner not in (None, one.owner):
                continue  # it was replaced by another student's meanwhile
            newest = newest or submission
            if self.duedate is None or submission.submitted_at() <= self.duedate:
                yield submission
        if newest is not None:
            yield newest

    def _read_inbound(self, student: str, folder: Path, **more: bool) -> SubmittedFiles:
        return read_submission(self.coursedir, student, folder, None, **more)

    def _pass_over(self, name: str, why: str) -> None:
        self.log.error("Skipped: %s %s", one_line(name), one_line(why))


class JudgeExchangeReleaseFeedback(ExchangeReleaseFeedback):
    """Release the feedback of all students who submitted through the exchange.

    Put it into ``ExchangeFactory.release_feedback``. The exchange finds a student's pages by the
    secret that `nbgrader submit` puts next to the notebooks. nbgrader's own class stops with an
    error at the first submission without a secret, such as one that was copied by hand. This class
    names that student and goes on. It follows no link in the exchange, where nbgrader's own class
    could be led to another file. It releases no HTML file that a student submitted: nbgrader's own
    `generate_feedback` copies such a file next to the pages. It releases no page of a student who
    sees only points now (`WatchLimits.feedback_before_due`).
    """

    def init_src(self) -> None:
        """Find the pages, and name the students who cannot fetch theirs."""
        super().init_src()
        self.secrets: dict[Path, str] = {}  # by the folder of a student's pages
        step = self.coursedir.feedback_directory
        assignment = self.coursedir.assignment_id
        folders = find_submissions(self.coursedir, assignment, step)
        lacking = []
        settings = WatchLimits(config=self.config)
        try:
            withheld = withheld_students(self.coursedir, settings, folders)
        except NbjudgeError as error:
            self.fail(str(error))
        if withheld:
            self.log.warning("%s", withheld_line(withheld))
        for student, folder in folders.items():
            if student in withheld:
                continue
            with contextlib.suppress(OSError, ValueError):
                self.secrets[folder] = (folder / SECRET).read_text()
            if not self.secrets.get(folder):
                lacking.append(student)
            for page in folder.glob("*.html"):
                step = self.coursedir.autograded_directory
                graded = Path(self.coursedir.format_path(step, student, assignment))
                if _is_copy(page, graded / page.name):
                    self.log.warning(
                        "Not released, because it is a file of %s: %s", student, one_line(page.name)
                    )
                    remove(page)
        if lacking:
            self.log.warning(
                "Not submitted through the exchange, so give these students their pages: %s",
                one_line(", ".join(lacking)),
            )

    def copy_files(self) -> None:
        """Release the pages, under the names by which nbgrader finds them."""
        exchange = CourseExchange(self.coursedir, self.root)
        for folder, secret in self.secrets.items():
            for page in sorted(folder.glob("*.html")) if secret else ():
                self.log.info("Releasing feedback: %s", page)
                name = notebook_hash(secret=secret, notebook_id=page.stem)
                try:
                    exchange.write(exchange.feedback / f"{name}.html", page.read_bytes())
                except OSError as error:
                    self.fail(f"{error.filename}: {error.strerror}")


def _is_copy(page: Path, submitted: Path) -> bool:
    """Return whether a page is a file that the student submitted, or no file at all."""
    if page.is_file() and not page.is_symlink():
        return submitted.is_file() and filecmp.cmp(page, submitted, shallow=False)
    return True
