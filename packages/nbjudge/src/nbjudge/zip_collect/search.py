"""Search of collected submissions for their notebooks. Entry point: `search_uploads`."""

import io
from collections.abc import Mapping, Sequence
from logging import Logger
from pathlib import Path
from typing import NamedTuple

from nbgrader.coursedir import CourseDirectory

from ..files.submission import SubmittedFiles, read_submission
from ..files.text import one_line
from ..gradebook.definition import NotebookDefinition
from ..grading.find_work import find_work
from .downloads import RefusedUploadError, write_upload
from .uploads import Upload


class SearchOutcome(NamedTuple):
    """The outcome of a search.

    `new_files` has, for the path of each new file below the folder of the uploads, an upload of the
    same student. `left_out` has, for each student, a sentence for each file that grading would
    leave out; `refused` has the notebooks of the assignment among these.
    """

    new_files: dict[str, Upload]
    left_out: dict[str, list[str]]
    refused: dict[str, set[str]]


def search_uploads(
    uploads: Sequence[Upload],
    extracted: Path,
    notebooks: Mapping[str, NotebookDefinition],
    coursedir: CourseDirectory,
    log: Logger,
) -> SearchOutcome:
    """Search each student's uploads as grading does, and write what is found next to them.

    Notebooks get their own names, so that `nbgrader autograde` and formgrader see them. Each upload
    is told which notebooks it is or contains.

    Parameters
    ----------
    uploads
        What was written into `extracted`, below a folder for each student.
    extracted
        The folder.
    notebooks
        The assignment's notebooks as released, by name.
    coursedir
        It says how large a submission may be, and which files are ignored.
    log
        Receives a line for each notebook that was found or is missing.

    """
    by_student: dict[str, list[Upload]] = {}
    for upload in uploads:
        by_student.setdefault(upload.student, []).append(upload)
    outcome = SearchOutcome({}, {}, {})
    for student, own in by_student.items():
        submission = read_submission(coursedir, student, extracted / student, set(notebooks))
        before = set(submission.files)
        find_work(submission, notebooks)
        outcome.left_out[student] = submission.left_out()
        outcome.refused[student] = set(submission.refused)
        _log(submission, log)
        _note_notebooks(submission, own, set(notebooks))
        for path in submission.files.keys() - before:
            content = io.BytesIO(submission.files[path])
            collected_as = f"{student}/{path}"
            try:
                write_upload(extracted, collected_as, content, largest=len(submission.files[path]))
            except (OSError, RefusedUploadError) as error:
                log.error("%s cannot be written: %s", one_line(collected_as), error)
            else:
                outcome.new_files[collected_as] = own[0]
    return outcome


def _log(submission: SubmittedFiles, log: Logger) -> None:
    for lines in submission.notes.values():
        for line in lines:
            log.info("%s: %s", submission.student, line)
    for line in submission.left_out():
        log.warning("%s: %s", submission.student, line)


def _note_notebooks(
    submission: SubmittedFiles, uploads: Sequence[Upload], notebooks: set[str]
) -> None:
    """Tell each upload which notebooks it is or contains."""
    for notebook in sorted(notebooks):
        path = f"{notebook}.ipynb"
        if path not in submission.files:
            continue
        found_at = submission.found_at.get(notebook, path)
        for upload in uploads:
            if found_at == upload.collected_as or found_at.startswith(f"{upload.collected_as}/"):
                upload.notebooks.append(notebook)
                break
