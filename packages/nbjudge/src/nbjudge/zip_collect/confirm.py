"""What an archive holds, shown before it is collected, and collecting it afterwards.

A preview is a whole run of `SafeExtractor` and `StudentIdCollector` in a folder that is removed, so
it cannot differ from what collecting does. Entry points: `open_collection`, `Collection`.
"""

import logging
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from nbgrader.api import Gradebook
from nbgrader.apps import ZipCollectApp
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..configuration import traits_are_right
from ..errors import RunStoppedError, UsageError
from ..files.folders import find_submissions, locked_course
from ..files.replace import replace_folder, settle_folder
from ..files.text import one_line
from .collect_folders import SCRATCH, collect_folder
from .downloads import Downloads, LeftOut, is_archive
from .names import PATTERNS
from .plugins import ARCHIVED_FOLDERS, SafeExtractor, StudentIdCollector, count_fits, likely_system
from .uploads import Upload, read_uploads

OWN_PATTERN = "the pattern in nbgrader_config.py"


@dataclass
class CollectedStudent:
    """A student's row in a preview.

    `name` is the one in the gradebook, or "" if it has none; `is_known` is True if the gradebook
    has the student. `uploads` are the files as they were downloaded, and `notebooks` what they hold
    of the assignment. `left_out` has a sentence for each file of the uploads that grading would not
    take, and `missing` the other notebooks of which it says nothing. `replaces` is True if there is
    a submission already.
    """

    student: str
    name: str = ""
    is_known: bool = False
    uploads: list[str] = field(default_factory=list)
    notebooks: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    replaces: bool = False


@dataclass
class CollectionPreview:
    """What collecting an archive would do.

    `system` is the learning management system whose pattern is used, or `OWN_PATTERN`; the pattern
    fits `fitting` of the `files` in the archive. `is_confirmed` is False if the system was only
    recognized. `left_out` has the name of each file that is not collected, and a phrase that
    continues it. `replaced` are the archives that were collected before.
    """

    archives: list[str]
    system: str
    is_confirmed: bool
    fitting: int
    files: int
    students: list[CollectedStudent]
    left_out: list[tuple[str, str]]
    replaced: list[str]


class _QuietApp(ZipCollectApp):
    """nbgrader's application, whose errors are exceptions, and whose log nobody sees."""

    def fail(self, msg: str, *args: object) -> NoReturn:
        raise RunStoppedError(msg % args if args else msg)


class Collection:
    """The collection of one assignment's uploads.

    Parameters
    ----------
    coursedir
        The course, with the assignment.
    config
        Its configuration.
    archive
        The downloaded archive, or None for what is in the folder `archive/` of the assignment.
    scratch
        An empty folder for this object alone.
    """

    def __init__(
        self, coursedir: CourseDirectory, config: Config, archive: Path | None, scratch: Path
    ) -> None:
        self.coursedir = coursedir
        self.config = config
        self.scratch = scratch
        app = self._app("")
        _refuse_other_classes(app)
        self.course_folder = collect_folder(app, coursedir, "archive_directory")
        self.folder = self.course_folder
        if archive is not None:
            self.folder = collect_folder(app, coursedir, "archive_directory", scratch)
            _copy(archive, self.folder)
        elif not self.course_folder.is_dir():
            raise UsageError(
                f"There is no folder {self.course_folder}. Name the zip file: nbjudge zip-collect "
                f"{coursedir.assignment_id} FILE"
            )
        self.is_new = archive is not None

    def preview(self, gradebook: Gradebook, system: str | None) -> CollectionPreview:
        """Return what collecting would do.

        `system` is the learning management system, one of `PATTERNS`. With None, the pattern of the
        course counts, and if it has none, that of the system whose pattern fits most files.

        Raises
        ------
        RunStoppedError
            If no file fits, no pattern fits half of the files, or nothing can be read.
        """
        app = self._app("")
        extracted = collect_folder(app, self.coursedir, "extracted_directory", self.scratch)
        class_archives = app.extractor_plugin_inst.class_archives
        downloads = Downloads(self.folder, class_archives, LeftOut(_silent_log()))
        files = list(downloads.files())
        own_pattern = app.collector_plugin_inst.named_regexp
        likely = likely_system(files, extracted)
        if system is None and not own_pattern:
            if likely is None:
                raise RunStoppedError(self._why_nothing_fits(downloads, len(files), None, None))
            chosen = likely
            pattern = PATTERNS[chosen]
        else:
            pattern = own_pattern if system is None else PATTERNS[system]
            chosen = system or _name_of(pattern)
        app.collector_plugin_inst.named_regexp = pattern
        app.collector_plugin_inst.pattern(files, extracted)  # raises an error for a wrong one
        fitting = count_fits(pattern, files, extracted)
        if not fitting:
            raise RunStoppedError(self._why_nothing_fits(downloads, len(files), chosen, likely))
        extracted.mkdir(parents=True)
        try:
            app.extractor_plugin_inst.extract(str(self.folder), str(extracted))
            uploads = read_uploads(extracted)
        finally:
            shutil.rmtree(extracted)
        present = sorted(path.name for path in self.course_folder.glob("*"))
        return CollectionPreview(
            archives=downloads.class_archives or downloads.single_files,
            system=chosen,
            is_confirmed=system is not None or bool(own_pattern),
            fitting=fitting,
            files=len(files),
            students=self._students(uploads, app.collector_plugin_inst, gradebook),
            left_out=app.extractor_plugin_inst.left_out.reasons,
            replaced=present if self.is_new else [],
        )

    def collect(self, system: str | None) -> int:
        """Collect the uploads as `nbgrader zip_collect --force` does; return how many students.

        `system` is as for `preview`, which has shown the outcome to a person. A new archive
        replaces the one in the folder `archive/`.

        Raises
        ------
        RunStoppedError
            If the course is being graded, or a file cannot be written.
        """
        with locked_course(Path(self.coursedir.root)):
            if self.is_new:
                self.course_folder.parent.mkdir(parents=True, exist_ok=True)
                self.folder.rename(settle_folder(self.course_folder))
                replace_folder(self.course_folder)
            app = self._app(PATTERNS[system] if system else "")
            app.extract_archive_files()
            app.process_extracted_files()
        extracted = collect_folder(app, self.coursedir, "extracted_directory")
        return len({upload.student for upload in read_uploads(extracted)})

    @traits_are_right()
    def _app(self, pattern: str) -> ZipCollectApp:
        app = _QuietApp(config=self.config, log=_silent_log())
        app.coursedir = self.coursedir
        app.force = True
        app.init_plugins()
        if pattern:
            app.collector_plugin_inst.named_regexp = pattern
        return app

    def _why_nothing_fits(
        self, downloads: Downloads, count: int, system: str | None, likely: str | None
    ) -> str:
        archives = downloads.class_archives or downloads.single_files
        name = one_line(", ".join(archives)) or str(self.folder)
        if not count:
            reasons = [f"{file} {why}" for file, why in downloads.left_out.reasons]
            return ". ".join([f"There is no file to collect in {name}", *reasons[:1]])
        own = "set FileNameCollectorPlugin.named_regexp in nbgrader_config.py"
        if system is None:
            return (
                f"nbjudge knows no system that names files as the {count} in {name}. Choose your "
                f"system ({ARCHIVED_FOLDERS!r} if each folder is one student's), or {own}"
            )
        other = f"{likely!r}, which fits" if likely else "another system"
        return (
            f"None of the {count} files in {name} has a name as in {system}. Choose {other}, or "
            f"{own}"
        )

    def _students(
        self, uploads: list[Upload], collector: StudentIdCollector, gradebook: Gradebook
    ) -> list[CollectedStudent]:
        names = _names(gradebook)
        present = find_submissions(self.coursedir, self.coursedir.assignment_id)
        rows: dict[str, CollectedStudent] = {}
        for upload in uploads:
            row = rows.setdefault(upload.student, CollectedStudent(upload.student))
            row.uploads.append(one_line(upload.path))
            row.notebooks += upload.notebooks
        released = collector.released()
        for student, row in rows.items():
            row.name = names.get(student, "")
            row.is_known = student in names
            row.notebooks.sort()
            row.left_out = collector.left_out_of_students.get(student, [])
            said = {*row.notebooks, *collector.refused_of_students.get(student, ())}
            row.missing = [name for name in released if name not in said]
            row.replaces = student in present
        return [rows[student] for student in sorted(rows)]


@contextmanager
def open_collection(
    coursedir: CourseDirectory, config: Config, archive: Path | None
) -> Iterator[Collection]:
    """Open a collection for a `with` statement, at whose end its scratch folder is removed.

    The folder is in the course and private, because the temporary folder of the machine can be in
    memory. Parameters are as for `Collection`.

    Raises
    ------
    UsageError
        If the archive cannot be read, or the course collects with other classes.
    """
    prefix = str(Path(coursedir.root, SCRATCH))
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as scratch:
        yield Collection(coursedir, config, archive, Path(scratch))


def _refuse_other_classes(app: ZipCollectApp) -> None:
    expected = {"extractor_plugin": SafeExtractor, "collector_plugin": StudentIdCollector}
    for trait, kind in expected.items():
        if not issubclass(getattr(app, trait), kind):
            raise UsageError(
                f"This course collects with a class of its own. Set c.ZipCollectApp.{trait} = "
                f'"nbjudge.{kind.__name__}" in nbgrader_config.py, or run nbgrader zip_collect'
            )


def _copy(archive: Path, folder: Path) -> None:
    """Copy an archive into a new folder."""
    if not is_archive(archive.name):
        raise UsageError(f"{archive.name} is not a zip or tar file: its name has another ending")
    folder.mkdir(parents=True)
    try:
        shutil.copyfile(archive, folder / archive.name)
    except OSError as error:
        raise UsageError(f"{archive} cannot be read: {error.strerror}") from error


def _name_of(pattern: str) -> str:
    """Return the system of a shipped pattern."""
    systems = [system for system, shipped in PATTERNS.items() if shipped == pattern]
    return systems[0] if systems else OWN_PATTERN


def _names(gradebook: Gradebook) -> Mapping[str, str]:
    """Return each student's name in the gradebook, or "", by id."""
    return {
        student.id: ", ".join(filter(None, [student.last_name, student.first_name]))
        for student in gradebook.students
    }


def _silent_log() -> logging.Logger:
    log = logging.Logger("nbjudge.zip_collect")
    log.addHandler(logging.NullHandler())
    return log
