"""Grade one submission in a worker: no gradebook, no course folder, only data in and data out.

`grade_submission` is what an executor calls, on this machine or on another. It runs nbgrader's
own chains, `Autograde.sanitize_preprocessors` and `Autograde.autograde_preprocessors`, as the
course configures them, and returns notebooks and scores. Whatever goes wrong inside becomes a
sentence in the result.
"""

import os
import shutil
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import cloudpickle
import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from ..course.definition import Definition, write_gradebook
from ..sandbox.bubblewrap import SandboxError
from .book import Book
from .jobs import Job, NotebookResult, Pack, Result
from .preprocessors import make_preprocessor
from .repair import Unreadable, blank_notebook, load_notebook, mark_as_not_run
from .submission import one_line, overlay, write_files


class Course:
    """The part of a course that a worker needs, unpacked into a scratch folder."""

    def __init__(self, pack: Pack):
        self.pack = pack
        # Removed with this object.
        self.place = tempfile.TemporaryDirectory(prefix="nbjudge-", ignore_cleanup_errors=True)
        root = Path(self.place.name)
        write_files(root / "source" / pack.definition.assignment, pack.support)
        config = Config(cloudpickle.loads(pack.config))
        self.db_url = write_gradebook(pack.definition, root / "gradebook.db")
        # The worker's course has nbgrader's usual layout, whatever the real one has.
        config.CourseDirectory.root = str(root)
        config.CourseDirectory.db_url = self.db_url
        config.CourseDirectory.course_id = pack.definition.course_id
        config.CourseDirectory.assignment_id = pack.definition.assignment
        self.coursedir = CourseDirectory(config=config)
        self.autograde = Autograde(coursedir=self.coursedir, config=config)
        os.environ["NBGRADER_EXECUTION"] = "autograde"  # as nbgrader does while it autogrades

    def folder(self, step: str, job: Job) -> Path:
        """The folder of a submission at one of nbgrader's steps."""
        assignment = self.pack.definition.assignment
        return Path(self.coursedir.format_path(step, job.student, assignment))


# Preprocessors use the process's folder and environment: one submission at a time in a process,
# also where a Dask worker has several threads.
_lock = threading.Lock()
_courses: dict[str, Course] = {}


def grade_submission(pack: Pack, job: Job) -> Result:
    """Grade one submission.

    Arguments
    ---------
    pack, job:
        The assignment and the submission.

    Returns
    -------
    A result with every notebook of the assignment in it. Nothing is raised on account of what a
    student handed in.

    Raises
    ------
    SandboxError
        If this machine cannot sandbox submissions.
    """
    with _lock:
        if pack.digest not in _courses:
            _courses.clear()
            _courses[pack.digest] = Course(pack)
        return _grade(_courses[pack.digest], job)


def _grade(course: Course, job: Job) -> Result:
    started = time.monotonic()
    result = Result(job.student)
    book = Book(course.pack.definition, job.student, job.seconds_late, job.manual)
    submitted, autograded = course.folder("submitted", job), course.folder("autograded", job)
    try:
        write_files(submitted, job.files)
        write_files(autograded, overlay(job.files, course.pack.overwriting(job.files)))
        for name in course.pack.definition.notebooks:
            result.notebooks[name] = _grade_notebook(course, job, book, name, autograded)
    finally:
        for folder in (submitted, autograded):
            shutil.rmtree(folder.parent, ignore_errors=True)
    result.seconds = time.monotonic() - started
    return result


def _grade_notebook(course: Course, job: Job, book: Book, name: str, folder: Path):
    """Grade one notebook; what happens to it changes nothing for the others."""
    data = job.files.get(f"{name}.ipynb")
    if data is None:
        return absent_notebook(book, name, job)
    notebook, reasons = None, []
    try:
        notebook, reasons = load_notebook(data, course.pack.definition.notebooks[name])
        notebook = _run(course, book, name, notebook, folder)
    except Unreadable as error:
        return ungraded_notebook(book, name, f"{name}.ipynb {error}")
    except SandboxError:
        raise
    except Exception as error:
        # Whatever the preprocessors trip over, the rest of the class goes on.
        sentence = f"{name}.ipynb could not be graded: {type(error).__name__}: {error}"
        return failed_notebook(book, name, one_line(sentence), notebook)
    measured = notebook.metadata.get("nbjudge", {})
    result = NotebookResult(
        None,
        book.notebooks[name],
        seconds=measured.pop("seconds", 0.0),
        peak_memory_mb=measured.pop("peak_memory_mb", 0.0),
        sandbox=measured.get("sandbox", False),
        shared=measured.get("shared", []),
    )
    if measured.get("status", "ok") != "ok":
        reasons.append(one_line(str(measured.get("reason"))))
    if reasons:
        result.status = "needs-attention"
        result.reason = f"{name}.ipynb {'; '.join(reasons)}"
    result.content = to_bytes(notebook)
    return result


def _run(course: Course, book: Book, name: str, notebook: NotebookNode, folder: Path):
    """Send a notebook through nbgrader's two chains; return what comes out."""
    definition = course.pack.definition
    resources = ResourcesDict(
        unique_key=name,
        output_files_dir=f"{name}_files",
        output_extension=".ipynb",
        metadata=ResourcesDict(name=name, path=str(folder)),
        nbgrader={
            "student": book.student,
            "assignment": definition.assignment,
            "notebook": name,
            "db_url": course.db_url,
        },
    )
    chains = (course.autograde.sanitize_preprocessors, course.autograde.autograde_preprocessors)
    for kind in (kind for chain in chains for kind in chain):
        kind = import_item(kind) if isinstance(kind, str) else kind
        preprocessor = make_preprocessor(kind, book, course.autograde)
        notebook, resources = preprocessor(notebook, resources)
    return notebook


def absent_notebook(book: Book, name: str, job: Job) -> NotebookResult:
    """A notebook that was not handed in: 0 points and nothing for a person, as in nbgrader.

    One that was, and was refused, waits for a person.
    """
    if name in job.refused:
        return ungraded_notebook(book, name, f"{name}.ipynb {job.refused[name]}")
    book.reset(name)
    for grade in book.notebooks[name].grades.values():
        grade.auto_score, grade.needs_manual_grade = 0.0, False
    reason = f"{name}.ipynb is missing"
    return NotebookResult(None, book.notebooks[name], "needs-attention", reason)


def ungraded_notebook(
    book: Book, name: str, sentence: str, notebook: NotebookNode | None = None
) -> NotebookResult:
    """A notebook that got no scores: every cell of it waits for a person.

    `notebook` is what could be read of it; it is shown with a line that says what happened.
    """
    book.reset(name)
    if notebook is None:
        notebook = blank_notebook(book.definition.notebooks[name], sentence)
    else:
        mark_as_not_run(notebook, sentence)
    content = to_bytes(notebook)
    return NotebookResult(content, book.notebooks[name], "needs-attention", sentence)


def failed_notebook(
    book: Book, name: str, sentence: str, notebook: NotebookNode | None
) -> NotebookResult:
    """The same, on account of the grader and not of what was handed in."""
    result = ungraded_notebook(book, name, sentence, notebook)
    result.failed = True
    return result


def ungraded_submission(definition: Definition, job: Job, sentence: str) -> Result:
    """A submission whose worker died: its notebooks as they were handed in, without scores."""
    book = Book(definition, job.student, job.seconds_late, job.manual)
    result = Result(job.student)
    for name, notebook in definition.notebooks.items():
        data = job.files.get(f"{name}.ipynb")
        if data is None:
            result.notebooks[name] = absent_notebook(book, name, job)
            continue
        readable = None
        with suppress(Unreadable):
            readable, _ = load_notebook(data, notebook)
        line = f"{name}.ipynb {sentence}"
        result.notebooks[name] = failed_notebook(book, name, line, readable)
    return result


def to_bytes(notebook: NotebookNode) -> bytes:
    """A notebook as nbconvert's `NotebookExporter` and `FilesWriter` write it."""
    text = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return (text if text.endswith("\n") else text + "\n").encode()
