"""nbgrader's exchange, which students write in: what comes in, and the feedback that goes out."""

import os
from collections.abc import Iterator
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback

from ..course.folders import student_folders
from ..course.inbound import HandedIn, identify
from ..course.submission import (
    SECRET,
    TIMESTAMP,
    SubmittedFiles,
    collected_files,
    collected_time,
    read_submission,
    replace_submission,
)
from ..course.text import one_line

MOST_FOLDERS = 50  # of one student that are read in search of one before the due date


class Collect(ExchangeCollect):
    """Collect what was handed in, believing nothing that a student can write.

    Put it into ``ExchangeFactory.collect``. nbgrader's own class copies what links lead to, so that
    a student could have the instructor's files as part of a submission, takes the name of a folder
    for its owner's, and ends at the first folder that it cannot read. Here

    - files are read without following a link, within ``CourseDirectory.max_file_size`` and
      ``max_dir_size``; what is left out is said, here and by ``nbjudge grade``;
    - a folder of the exchange counts as the student's who owns it, and is passed over where it
      claims to be another one's, unless `check_owner` is off; nor are files of others taken;
    - the time of handing in is that at which the kernel says that the submission was last changed.
      It is written into ``timestamp.txt``, and what the student's file said into
      ``collected.json`` beside it.

    Of a student's folders the newest counts.
    """

    def init_src(self) -> None:
        """Find the folders to collect, and say which are passed over."""
        if not self.coursedir.course_id:
            self.fail("No course id specified. Re-run with --course flag.")
        self.inbound_path = str(Path(self.root, self.coursedir.course_id, "inbound"))
        try:
            names = sorted(os.listdir(self.inbound_path))
        except OSError as error:
            self.fail(f"Cannot read {self.inbound_path}: {error.strerror}")
        found: dict[str, list[HandedIn]] = {}
        for name in names:
            if f"+{self.coursedir.assignment_id}+" in name:
                try:
                    one = identify(
                        Path(self.inbound_path),
                        name,
                        self.coursedir.assignment_id,
                        check_owner=self.check_owner,
                        only=self.coursedir.student_id,
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
                try:
                    self.duedate = gradebook.find_assignment(self.coursedir.assignment_id).duedate
                except MissingEntry:
                    pass

    def copy_files(self) -> None:
        """Collect the newest folder of each student."""
        if not self.src_records:
            self.log.warning(
                "No submissions of '%s' for course '%s' to collect",
                *(self.coursedir.assignment_id, self.coursedir.course_id),
            )
        for student, folders in sorted(self.src_records.items()):
            try:
                self._collect(student, folders)
            except OSError as error:
                self.fail(f"Cannot write {error.filename}: {error.strerror}")

    def _collect(self, student: str, folders: list[HandedIn]) -> None:
        place = (student, self.coursedir.assignment_id)
        target = Path(self.coursedir.format_path(self.coursedir.submitted_directory, *place))
        if target.is_dir() and not (self.update or self.before_duedate):
            self.log.info("Submission already exists, use --update to update: %s %s", *place)
            return
        for submission in self._submissions(student, folders):
            if submission.owner is None:
                self._pass_over(submission.folder.name, submission.reasons[0])
                continue
            before = collected_time(target)
            after = submission.handed_in()
            if before == after or (before and before > after and not self.before_duedate):
                self.log.info("No newer submission to collect: %s %s", *place)
                return
            self.log.info("Collecting submission: %s %s", *place)
            for line in submission.left_out():
                self.log.warning("%s %s: %s", *place, line)
            files = collected_files(submission)
            replace_submission(target, files, shared=self.coursedir.groupshared)
            return

    def _submissions(self, student: str, folders: list[HandedIn]) -> Iterator[SubmittedFiles]:
        """Read the student's folders: the newest, before it one before the due date if asked."""
        coursedir = self.coursedir
        sizes = (coursedir.max_file_size, coursedir.max_dir_size)
        newest = None
        for one in folders[:MOST_FOLDERS]:
            submission = read_submission(
                student, one.path, None, coursedir.ignore, *sizes, one_owner=self.check_owner
            )
            if submission.owner not in (None, one.owner):
                continue  # it was exchanged for another one's meanwhile
            newest = newest or submission
            if self.duedate is None or submission.handed_in() <= self.duedate:
                yield submission
        if newest is not None:
            yield newest

    def _pass_over(self, name: str, why: str) -> None:
        self.log.error("Passed over: %s %s", one_line(name), one_line(why))


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
        step, assignment = self.coursedir.feedback_directory, self.coursedir.assignment_id
        asked = self.coursedir.student_id
        if asked in ("", "*"):
            folders = student_folders(self.coursedir, step, assignment)
        else:
            folder = Path(self.coursedir.format_path(step, asked, assignment))
            folders = {asked: folder} if folder.is_dir() else {}
        lacking = []
        for student, folder in folders.items():
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
                one_line(", ".join(lacking)),
            )
            excluded = [self.coursedir.student_id_exclude, *lacking]
            self.coursedir.student_id_exclude = ",".join(filter(None, excluded))

    def copy_files(self) -> None:
        """Release the pages, which students may read where they find them."""
        super().copy_files()
        for page in Path(self.dest_path).glob("*.html"):
            if page.stat().st_uid == os.getuid():
                page.chmod(0o644)


def _text(path: Path) -> str | None:
    """What a file says; None where that cannot be read."""
    try:
        return path.read_text()
    except (OSError, ValueError):
        return None
