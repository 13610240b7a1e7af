"""Plugins for `nbgrader zip_collect` that trust no name and no content of an upload.

A student's upload stays what it is: a file, archive or not, goes whole into the submission. Only
the class's archive, which the learning management system has made, is unpacked here. Then each
submission is searched for its notebooks, as `nbjudge grade` does it, in a limited child process.
"""

import atexit
import errno
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NoReturn

from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import BasePlugin, ExtractorPlugin, FileNameCollectorPlugin
from traitlets import List, Unicode

from ..files.archive_members import why_unsafe
from ..files.text import first_few, one_line
from ..gradebook.definition import NotebookDefinition, read_released
from .downloads import Download, Downloads, LeftOut, RefusedUploadError, is_archive, write_upload
from .identify import identify
from .names import PATTERNS, AmbiguousNameError, NamePattern
from .search import search_uploads
from .uploads import Upload, uploads_path, write_uploads

# The patterns for paths without a word of the system's. They fit nearly every path.
ARCHIVED_FOLDERS = "folders in an archive"
OF_FOLDERS = ("folders", ARCHIVED_FOLDERS)
SEPARATOR = re.compile(r"[-_. ]")
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


class SafeExtractor(ExtractorPlugin):
    """Take what was downloaded. Set this class as ``ZipCollectApp.extractor_plugin``.

    An archive that is alone in the folder `archive/` is the class's. Next to other files, only
    those that `class_archives` names are. A class's archive is unpacked; every other file, also
    within it, is a student's upload, and stays whole.

    nbgrader's own class unpacks students' archives as well, and stops at the first damaged one.
    This one writes regular files only, each within ``CourseDirectory.max_file_size``. It logs each
    file that it leaves out, and their number in the last line; the exit code is 0. The trait
    `zip_ext` has no effect.
    """

    class_archives = List(
        Unicode(),
        help="Names of the files in the folder `archive/` that are archives of the whole class, "
        "if other files are there as well. Name only files that your learning management system "
        "has made.",
    ).tag(config=True)

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Write the uploads into a folder.

        With `StudentIdCollector`, there is a folder for each student, with the files as they are
        collected, and the notebooks that were found in them. With another collector, the files have
        their own paths.

        Parameters
        ----------
        archive_path
            The folder with the downloaded files.
        extracted_path
            The folder to write into.
        """
        extracted = Path(extracted_path)
        uploads_path(extracted).unlink(missing_ok=True)
        self.left_out = left_out = LeftOut(self.log)
        if self.parent:
            # nbgrader logs a line for each file after this, and ends with 0 whatever is left out.
            atexit.register(left_out.log_count)
        downloads = Downloads(Path(archive_path), self.class_archives, left_out)
        self._log_what_is_what(downloads)
        collector = getattr(self.parent, "collector_plugin_inst", None)
        if isinstance(collector, StudentIdCollector):
            self._extract_by_student(downloads, extracted, collector)
        else:
            targets = {}
            for download in downloads.files():
                why = why_unsafe(download.path)
                if why:
                    left_out.add(download, why)
                else:
                    targets[download] = _as_named(download)
            self._write_all(downloads, targets, extracted)

    def _extract_by_student(
        self, downloads: Downloads, extracted: Path, collector: "StudentIdCollector"
    ) -> None:
        files = list(downloads.files())
        by_download = {
            Download(upload.archive, upload.path): upload
            for upload in collector.identify(files, extracted, downloads.left_out)
        }
        targets = {
            download: f"{upload.student}/{upload.collected_as}"
            for download, upload in by_download.items()
        }
        written = self._write_all(downloads, targets, extracted)
        uploads = [upload for download, upload in by_download.items() if download in written]
        write_uploads(extracted, collector.search(uploads, extracted, downloads.left_out))

    def _log_what_is_what(self, downloads: Downloads) -> None:
        for name in downloads.class_archives:
            self.log.info("%s is the archive of the class", one_line(name))
        singles = [one_line(name) for name in downloads.single_files]
        if singles:
            self.log.info("Uploads of single students: %s", first_few(singles))
        archives = [name for name in singles if is_archive(name)]
        if archives:
            self.log.warning(
                "Taken for students' uploads: %s. If one of them is the archive of the class, name "
                "it in SafeExtractor.class_archives",
                first_few(archives),
            )

    def _write_all(
        self, downloads: Downloads, targets: Mapping[Download, str], extracted: Path
    ) -> set[Download]:
        """Write downloads to their places below a folder; return those that were written."""
        largest = 1000 * CourseDirectory(config=self.config).max_file_size
        written = set[Download]()
        for download, open_file in downloads.open_all():
            if download not in targets or download in written:
                continue
            try:
                with open_file() as file:
                    write_upload(extracted, targets[download], file, largest)
            except OSError as error:
                if error.errno in NO_SPACE:
                    _fail(self, f"{extracted} cannot be written: {error.strerror}")
                downloads.left_out.add(download, f"cannot be read or written: {error.strerror}")
            except RefusedUploadError as refusal:
                downloads.left_out.add(download, str(refusal))
            except Exception as error:  # zipfile and tarfile raise all kinds
                downloads.left_out.add(download, f"cannot be read: {error}")
            else:
                written.add(download)
        return written


class StudentIdCollector(FileNameCollectorPlugin):
    """Read the student id from the part of a name that the learning management system wrote.

    Set this class as ``ZipCollectApp.collector_plugin``, together with `SafeExtractor`.
    ``FileNameCollectorPlugin.named_regexp`` works as for nbgrader's own class, but only the topmost
    component of a path that it fits says whose an upload is (`names.NamePattern`). All files are
    collected, whatever `valid_ext` is. A file whose name says no student, or two, is left out. Of
    two uploads of one file, the later one by the pattern's group ``order`` or ``timestamp`` counts.
    If nothing shows which is later, neither does.

    Without a pattern, the command ends, and shows the one in lms_patterns.toml that fits most
    names, or says that none does. Students can write names, so the names do not decide.
    """

    def identify(
        self, downloads: Sequence[Download], extracted: Path, left_out: LeftOut
    ) -> list[Upload]:
        """Return the uploads that count; arguments as in `identify.identify`."""
        pattern = self.pattern(downloads, extracted)
        notebooks = self.released()
        uploads = identify(downloads, pattern, extracted, notebooks.keys(), left_out)
        if not uploads:
            _fail(self, "No file counts. Check FileNameCollectorPlugin.named_regexp")
        return uploads

    def search(self, uploads: Sequence[Upload], extracted: Path, left_out: LeftOut) -> list[Upload]:
        """Search the students' files for their notebooks, and note what `collect` returns.

        Return the uploads that are collected. Those of a student in which no notebook is found are
        not, and are added to `left_out`, if the student has submitted notebooks before.
        """
        self._extracted = extracted
        self._uploads = {f"{upload.student}/{upload.collected_as}": upload for upload in uploads}
        self.left_out_of_students: dict[str, list[str]] = {}
        self.refused_of_students: dict[str, set[str]] = {}
        notebooks = self.released()
        if notebooks:
            coursedir = self._coursedir()
            outcome = search_uploads(uploads, extracted, notebooks, coursedir, self.log)
            self._uploads |= outcome.new_files
            self.left_out_of_students = outcome.left_out
            self.refused_of_students = outcome.refused
            submitting = {upload.student for upload in uploads if upload.notebooks}
        else:
            self.log.warning("Nothing is released, so notebooks with other names are not searched")
            submitting = {upload.student for upload in uploads if _may_be_work(upload.file)}
        reasons = {
            student: self._why_kept(student)
            for student in {upload.student for upload in uploads} - submitting
        }
        for upload in uploads:
            why = reasons.get(upload.student)
            if why:
                left_out.add(Download(upload.archive, upload.path), why)
        self._uploads = {
            path: upload
            for path, upload in self._uploads.items()
            if not reasons.get(upload.student)
        }
        return [upload for upload in uploads if not reasons.get(upload.student)]

    def _why_kept(self, student: str) -> str:
        """Return why files without a notebook do not replace a student's submission, or ""."""
        coursedir = self._coursedir()
        assignment = coursedir.assignment_id
        folder = Path(coursedir.format_path(coursedir.submitted_directory, student, assignment))
        names = [name for _, _, names in os.walk(folder) for name in names]
        if not any(map(_may_be_work, names)):
            return ""
        return (
            "is not collected: no notebook was found in this student's files, and the submission "
            f"from before has some. Ask for the notebooks, or move {folder} to another place first"
        )

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """Return whose a file is.

        Parameters
        ----------
        submitted_file
            The path of a file that `SafeExtractor` has written.

        Returns
        -------
        dict or None
            ``student_id``, ``file_id``, and ``timestamp`` if the name holds a time. None to skip
            the file.
        """
        if not hasattr(self, "_uploads"):
            _fail(self, "StudentIdCollector needs SafeExtractor as ZipCollectApp.extractor_plugin")
        collected_as = os.path.relpath(submitted_file, self._extracted)
        upload = self._uploads.get(collected_as)
        if upload is None:
            return None
        _, _, file = collected_as.partition("/")
        found = {"student_id": upload.student, "file_id": file}
        if upload.timestamp:
            found["timestamp"] = upload.timestamp
        return found

    def pattern(self, downloads: Sequence[Download], extracted: Path) -> NamePattern:
        """Return the course's pattern; end the command with a sentence if there is none."""
        if not self.named_regexp:
            system = likely_system(downloads, extracted)
            if system is None:
                example = one_line(str(downloads[0])) if downloads else "(there are no files)"
                _fail(
                    self,
                    f"Set FileNameCollectorPlugin.named_regexp. No pattern of nbjudge fits these "
                    f"names, such as {example}. Write one with the groups student_id and file_id",
                )
            _fail(
                self,
                f"Set FileNameCollectorPlugin.named_regexp. For {system} (is it yours?), it is "
                f"{PATTERNS[system]!r}",
            )
        try:
            pattern = NamePattern(self.named_regexp)
        except re.error as error:
            _fail(
                self, f"FileNameCollectorPlugin.named_regexp is not a regular expression: {error}"
            )
        for group in ("student_id", "file_id"):
            if group not in pattern.greedy.groupindex:
                _fail(self, f"FileNameCollectorPlugin.named_regexp has no group (?P<{group}>...)")
        return pattern

    def _coursedir(self) -> CourseDirectory:
        return getattr(self.parent, "coursedir", None) or CourseDirectory(config=self.config)

    def released(self) -> dict[str, NotebookDefinition]:
        """Return the released notebooks of the assignment by name."""
        coursedir = self._coursedir()
        assignment = coursedir.assignment_id
        folder = coursedir.format_path(coursedir.release_directory, ".", assignment)
        return read_released(Path(folder))


def likely_system(downloads: Sequence[Download], extracted: Path) -> str | None:
    """Return the system whose pattern fits most downloads; None if no pattern fits half of them."""
    work = [download for download in downloads if _may_be_work(download.path)] or downloads
    fits = {}
    for system, regexp in PATTERNS.items():
        files = _files_by_student(regexp, work, extracted)
        is_sure = system not in OF_FOLDERS or _are_students(files)
        fits[system] = sum(len(paths) for paths in files.values()) if is_sure else 0
    best = max(PATTERNS, key=fits.__getitem__)
    return best if fits[best] > 0 and 2 * fits[best] >= len(work) else None


def count_fits(regexp: str, downloads: Sequence[Download], extracted: Path) -> int:
    """Return how many downloads a pattern fits with one student's id."""
    files = _files_by_student(regexp, downloads, extracted)
    return sum(len(paths) for paths in files.values())


def _may_be_work(path: str) -> bool:
    """Return True if a file may be a notebook or hold some; systems add others of their own."""
    return ".ipynb" in path.lower() or is_archive(path)


def _files_by_student(
    regexp: str, downloads: Sequence[Download], extracted: Path
) -> dict[str, list[PurePosixPath]]:
    """Return the paths that a pattern finds, by the student's id."""
    pattern = NamePattern(regexp)
    files: dict[str, list[PurePosixPath]] = {}
    for download in downloads:
        try:
            owner = pattern.owner_of(download.path, str(download.folder(extracted)))
        except AmbiguousNameError:
            continue
        if owner is not None:
            files.setdefault(owner.student, []).append(PurePosixPath(owner.file))
    return files


def _are_students(files: Mapping[str, Sequence[PurePosixPath]]) -> bool:
    """Return True if the folders with these files are sure to be one student's each.

    Folders of sections, of a system and of a whole class have names that say nothing, too. So there
    must be several folders, the files of each must be in it or in one folder below, and half of all
    files must have the path of a file in another folder, as copies of an assignment have. Names
    that begin alike, such as "ps1-ada", are not only an id.
    """
    is_prefixed = len({SEPARATOR.split(name)[0] for name in files}) == 1
    parents = [{path.parent for path in paths} for paths in files.values()]
    is_flat = all(len(folders) == 1 and len(min(folders).parts) <= 1 for folders in parents)
    if is_prefixed or not is_flat:
        return False
    owners = Counter(path for paths in files.values() for path in set(paths))
    shared = sum(count for count in owners.values() if count > 1)
    return 2 * shared >= owners.total() > 0


def _as_named(download: Download) -> str:
    """Return the path of a download for a collector that reads it."""
    return download.folder(Path()).joinpath(download.path).as_posix()


def _fail(plugin: BasePlugin, sentence: str) -> NoReturn:
    """End nbgrader's command with a sentence."""
    if plugin.parent:
        plugin.parent.fail(sentence)
    raise SystemExit(sentence)
